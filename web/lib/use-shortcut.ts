import { useEffect, useEffectEvent } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select, [role=combobox]'));

// A dialog, menu or drawer has the keys for itself.
const OPEN = '.MuiModal-root:not(.MuiModal-hidden)';

/** Runs an action when its key is pressed, unless something is open above the page. A key that types a character does nothing in a field. */
export function useShortcut(key: string, action: () => void): void {
  const run = useEffectEvent(action);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== key || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((key.length === 1 && isTyping(event.target)) || document.querySelector(OPEN)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [key]);
}
