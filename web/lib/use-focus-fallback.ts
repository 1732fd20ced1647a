import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';

/** A dialog returns the focus to what opened it. If that was removed, `fallback` gets it. */
export function useFocusFallback(open: boolean, fallback: RefObject<HTMLElement | null>): void {
  const opened = useRef(false);
  useEffect(() => {
    if (open) opened.current = true;
    else if (opened.current && document.activeElement === document.body) fallback.current?.focus();
  }, [open, fallback]);
}

/** Keeps the keyboard focus in a list: when the focused item is removed, the button at its position takes the focus, or the list. */
export function useListFocus() {
  const listRef = useRef<HTMLDivElement>(null);
  const focusedIndex = useRef(-1);
  const buttons = () => [...(listRef.current?.querySelectorAll('button') ?? [])];
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    focusedIndex.current = buttons().findIndex((button) => button.contains(target));
  };
  // Removed elements fire no blur: here the user moved the focus elsewhere.
  const onBlur = () => {
    focusedIndex.current = -1;
  };
  useEffect(() => {
    if (focusedIndex.current === -1 || document.activeElement !== document.body) return;
    const remaining = buttons();
    (remaining[focusedIndex.current] ?? remaining.at(-1) ?? listRef.current)?.focus();
  });
  return { ref: listRef, tabIndex: -1, onFocus, onBlur };
}
