import { type FocusEvent, useEffect, useRef } from 'react';

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
