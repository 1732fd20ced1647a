import { useEffect, useRef, useState } from 'react';

/** How long a stage that was just reached stands out (specification, section 9). */
const SHOWN_FOR = 2_000;

/** The stage a flow has come to while one was looking, whoever moved it; null again after two seconds. */
export function useJustChanged(stage: string): string | null {
  const seen = useRef(stage);
  const [changed, setChanged] = useState<string | null>(null);
  useEffect(() => {
    if (seen.current === stage) return;
    seen.current = stage;
    setChanged(stage);
    const timer = setTimeout(() => setChanged(null), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [stage]);
  return changed === stage ? changed : null;
}
