import { useSyncExternalStore } from 'react';

export type ToastTone = 'success' | 'error';
export type ToastMessage = {
  title?: string;
  description: string;
  tone: ToastTone;
  /** An action, such as Undo. */
  action?: { label: string; run: () => void };
};
export type Toast = ToastMessage & {
  id: number;
  open: boolean;
  /** Whether a dialog was open when it appeared, whose buttons it must not cover. */
  aboveDialog: boolean;
};

/** How long a toast is shown, and how long until a dismissed one is removed (specification, section 9). */
export const TOAST_DURATION = 5_000;
export const TOAST_REMOVE_DELAY = 1_000_000;

const STORAGE_KEY = 'callboard.toast';

let current: Toast | null = null;
let serial = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function show(next: Toast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast. One at a time: a new one replaces the one before. Returns its id, to dismiss it when it is out of date. */
export function notify(message: ToastMessage): number {
  clearTimeout(removal);
  serial += 1;
  const aboveDialog = message.tone === 'error' && document.querySelector('.MuiDialog-root') !== null;
  show({ ...message, id: serial, open: true, aboveDialog });
  return serial;
}

/** Closes a toast; it is removed later, so that it can animate out. */
export function dismiss(id: number): void {
  if (current?.id !== id || !current.open) return;
  show({ ...current, open: false });
  removal = setTimeout(() => show(null), TOAST_REMOVE_DELAY);
}

/** Resets the state, as on a new page. */
export function resetToast(): void {
  clearTimeout(removal);
  show(null);
}

/** Stores a toast to be shown after the next reload. */
export function queueToast(message: Omit<ToastMessage, 'action'>): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(message));
}

/** Shows the toast that was stored before the reload, once. */
export function showQueuedToast(): void {
  const stored = sessionStorage.getItem(STORAGE_KEY);
  sessionStorage.removeItem(STORAGE_KEY);
  if (stored) notify(JSON.parse(stored));
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const currentToast = (): Toast | null => current;

/** The visible toast, or null. */
export const useToast = (): Toast | null => useSyncExternalStore(subscribe, currentToast);
