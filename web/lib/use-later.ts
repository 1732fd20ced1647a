import { useEffect, useEffectEvent, useState } from 'react';
import type { Later } from './later.ts';

/** Milliseconds after which code is fetched that nobody wanted yet: the first screen is long there, and the server may be away later. */
const AT_REST = 3_000;

/** Code that is fetched once it is wanted, or when the page has come to rest; null until it is there. `onMissing` hears that it was wanted and did not come. */
export function useLater<Part>(code: Later<Part>, wanted: boolean, onMissing?: (thrown: unknown) => void): Part | null {
  const [part, setPart] = useState(() => code.part);
  const missing = useEffectEvent((thrown: unknown) => onMissing?.(thrown));
  useEffect(() => {
    if (part !== null) return;
    let left = false;
    const fetch = () =>
      code.fetch().then(
        (fetched) => left || setPart(() => fetched),
        (thrown: unknown) => left || !wanted || missing(thrown),
      );
    const timer = wanted ? undefined : setTimeout(fetch, AT_REST);
    if (wanted) fetch();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [code, wanted, part]);
  return part;
}
