import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * Keeps whoever works through a list by keyboard at their place: where what had the focus is taken out of the list, the
 * focus goes to the button that has come there, or else to the list.
 */
export function useFocusFallback() {
  const box = useRef<HTMLDivElement>(null);
  const place = useRef(-1);
  const buttons = () => [...(box.current?.querySelectorAll('button') ?? [])];
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    place.current = buttons().findIndex((button) => button.contains(target));
  };
  // What is taken away does not say so; this is somebody who goes elsewhere.
  const onBlur = () => {
    place.current = -1;
  };
  useEffect(() => {
    if (place.current === -1 || document.activeElement !== document.body) return;
    const left = buttons();
    (left[place.current] ?? left.at(-1) ?? box.current)?.focus();
  });
  return { ref: box, tabIndex: -1, onFocus, onBlur };
}
