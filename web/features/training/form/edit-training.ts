import { later } from '#web/lib/later.ts';

/** The dialog that changes an item, fetched when it is wanted. */
export const editTraining = later(() => import('./EditTraining.tsx').then((m) => m.EditTraining));
