import { useSyncExternalStore } from 'react';

export type ToastTone = 'success' | 'error';
export type ToastMessage = {
  title?: string;
  description: string;
  tone: ToastTone;
  /** What can still be done about it: Undo. */
  action?: { label: string; run: () => void };
};
export type Toast = ToastMessage & {
  id: number;
  open: boolean;
  /** A dialog stood open when it came: it keeps clear of the buttons there. */
  raised: boolean;
};

/** How long a toast is shown, and how long a dismissed one is kept before it is removed (specification, section 9). */
export const TOAST_DURATION = 5_000;
export const TOAST_REMOVE_DELAY = 1_000_000;

const CARRIED = 'callboard.toast';

let current: Toast | null = null;
let serial = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: Toast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Tells the person what happened. One toast at a time: a new one takes the place of the one before. Answers its id, for who can tell when it no longer holds. */
export function notify(words: ToastMessage): number {
  clearTimeout(removal);
  serial += 1;
  const raised = words.tone === 'error' && document.querySelector('.MuiDialog-root') !== null;
  show({ ...words, id: serial, open: true, raised });
  return serial;
}

/** Closes a toast; it is forgotten later, so that it can still glide out. */
export function dismiss(id: number): void {
  if (current?.id !== id || !current.open) return;
  show({ ...current, open: false });
  removal = setTimeout(() => show(null), TOAST_REMOVE_DELAY);
}

/** As on a fresh page. */
export function resetToast(): void {
  clearTimeout(removal);
  show(null);
}

/** Leaves a toast for the page that the coming reload will show. */
export function queueToast(words: Omit<ToastMessage, 'action'>): void {
  sessionStorage.setItem(CARRIED, JSON.stringify(words));
}

/** Shows the toast that was left before the reload, once. */
export function showQueuedToast(): void {
  const carried = sessionStorage.getItem(CARRIED);
  sessionStorage.removeItem(CARRIED);
  if (carried) notify(JSON.parse(carried));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const currentToast = (): Toast | null => current;

/** The toast on the screen, or null. */
export const useToast = (): Toast | null => useSyncExternalStore(subscribe, currentToast);
