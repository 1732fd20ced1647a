import { type Lasting, timerText, useElapsed } from './elapsed.ts';

/** How long a call has lasted, ticking while it runs. */
export const Elapsed = ({ call }: { call: Lasting }) => timerText(useElapsed(call));
