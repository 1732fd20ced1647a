import { later } from '#web/lib/later.ts';

/** All about one customer, fetched when it is wanted. */
export const customerDrawer = later(() => import('./CustomerDrawer.tsx').then((m) => m.CustomerDrawer));
