import { later } from '#web/lib/later.ts';

/** The dialogs that change and delete an item, fetched when they are wanted. */
export const itemDialogs = later(() => import('./ItemDialogs.tsx').then((m) => m.ItemDialogs));
