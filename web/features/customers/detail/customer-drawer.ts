import { later } from '#web/lib/later.ts';

/** The customer drawer, loaded on demand. */
export const customerDrawer = later(() => import('./CustomerDrawer.tsx').then((m) => m.CustomerDrawer));
