import { later } from '#web/lib/later.ts';

/** The question before something is taken away, fetched when it is wanted. */
export const confirmDialog = later(() => import('./ConfirmDialog.tsx').then((m) => m.ConfirmDialog));
