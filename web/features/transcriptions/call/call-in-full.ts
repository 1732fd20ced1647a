import { later } from '#web/lib/later.ts';

/** What stands in the drawer of a call, fetched while the call is asked for. */
export const callInFull = later(() => import('./CallDetail.tsx').then((m) => m.CallDetail));
