import { later } from '#web/lib/later.ts';

/** The rows target a number, fetched when they are wanted. */
export const rowsDialog = later(() => import('../drilldown/RowsDialog.tsx').then((m) => m.RowsDialog));
