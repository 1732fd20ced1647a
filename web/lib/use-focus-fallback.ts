import { type RefObject, useEffect, useRef } from 'react';

/** A dialog returns the focus to what opened it. If that was removed, `fallback` gets it. */
export function useFocusFallback(open: boolean, fallback: RefObject<HTMLElement | null>): void {
  const opened = useRef(false);
  useEffect(() => {
    if (open) opened.current = true;
    else if (opened.current && document.activeElement === document.body) fallback.current?.focus();
  }, [open, fallback]);
}
