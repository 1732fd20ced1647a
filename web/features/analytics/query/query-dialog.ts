import { later } from '#web/lib/later.ts';

/** The dialog that shows a query, fetched when it is wanted. */
export const queryDialog = later(() => import('../query/QueryDialog.tsx').then((m) => m.QueryDialog));
