import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { demoCallTracker } from './demo.ts';
import { callRail } from './http.ts';
import type { CallTracker } from './port.ts';

/** CallRail when its credentials are set, the demo call tracker with the demo data, otherwise none. */
export function chooseCallTracker(
  { CALLRAIL_API_KEY: apiKey, CALLRAIL_ACCOUNT_ID: accountId, CALLRAIL_BASE_URL: baseUrl }: Config,
  demo: boolean,
  clock: Clock,
): CallTracker | null {
  if (apiKey && accountId) return callRail({ apiKey, accountId, baseUrl });
  return demo ? demoCallTracker({ clock }) : null;
}
