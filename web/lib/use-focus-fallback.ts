import { type RefObject, useEffect, useRef } from 'react';

/** A dialog gives the focus back to what opened it. Where that is gone, the place it was in takes it. */
export function useFocusFallback(open: boolean, place: RefObject<HTMLElement | null>): void {
  const opened = useRef(false);
  useEffect(() => {
    if (open) opened.current = true;
    else if (opened.current && document.activeElement === document.body) place.current?.focus();
  }, [open, place]);
}
