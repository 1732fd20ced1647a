import { type CallTiming, timerText, useElapsed } from './elapsed.ts';

/** How long a call has lasted, ticking while it runs. */
export const Elapsed = ({ call }: { call: CallTiming }) => timerText(useElapsed(call));
