import { lazy } from 'react';
import { patiently } from '#web/lib/patiently.ts';

// The drawing library is larger than the screen itself: it comes when there is something to draw.
const load = patiently(() => import('./Pictures.tsx'));

export const StageBars = lazy(() => load().then((pictures) => ({ default: pictures.StageBars })));
export const WeekBars = lazy(() => load().then((pictures) => ({ default: pictures.WeekBars })));
