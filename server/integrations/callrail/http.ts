import { z } from 'zod';
import { ApiPage, trackedCall } from './map.ts';
import { type CallTracker, CallTrackerUnavailable, type TrackedCall } from './port.ts';

export interface CallRailSettings {
  readonly apiKey: string;
  readonly accountId: string;
  /** Null for CallRail itself. */
  readonly baseUrl: string | null;
  readonly timeoutMs?: number;
}

const BASE = 'https://api.callrail.com';
/** CallRail gives at most 250 a page; 50 is what a sync asks for. */
const PAGE = 100;
/** The largest answer that is read, in bytes. */
const LARGEST = 32 * 1024 * 1024;
const FIELDS = 'transcription,sentiment,company_name,source,tags,lead_status,call_type,direction';

const REFUSALS: Readonly<Record<number, string>> = {
  401: 'CallRail does not accept the API key. Check CALLRAIL_API_KEY.',
  403: 'The CallRail key may not read this account. Check the rights of its user.',
  404: 'CallRail knows no such account. Check CALLRAIL_ACCOUNT_ID.',
  429: 'CallRail’s limit of requests is reached. Please try again in an hour.',
};

const Account = z.object({ name: z.string().nullish() });

/** The call tracker as CallRail serves it (API v3). */
export function callRail({ apiKey, accountId, baseUrl, timeoutMs = 10_000 }: CallRailSettings): CallTracker {
  const account = `${(baseUrl ?? BASE).replace(/\/+$/, '')}/v3/a/${encodeURIComponent(accountId)}`;

  const ask = async (path: string): Promise<unknown> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${account}${path}`, {
      headers: { authorization: `Token token="${apiKey}"`, accept: 'application/json' },
      redirect: 'error',
      signal,
    }).catch((error: unknown) => {
      throw new CallTrackerUnavailable(signal.aborted ? 'CallRail took too long to answer.' : 'CallRail cannot be reached.', {
        cause: error,
      });
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new CallTrackerUnavailable(REFUSALS[response.status] ?? `CallRail answered with an error (${response.status}).`);
    }
    try {
      return JSON.parse(await bounded(response));
    } catch (error) {
      if (error instanceof CallTrackerUnavailable) throw error;
      throw new CallTrackerUnavailable(signal.aborted ? 'CallRail took too long to answer.' : 'CallRail’s answer makes no sense.', {
        cause: error,
      });
    }
  };

  return {
    test: async () => Account.safeParse(await ask('.json')).data?.name || accountId,
    recentCalls: async (limit) => {
      const calls = new Map<string, TrackedCall>();
      for (let page = 1; calls.size < limit; page += 1) {
        const size = Math.min(PAGE, limit);
        const query = new URLSearchParams({
          page: String(page),
          per_page: String(size),
          sort: 'start_time',
          order: 'desc',
          fields: FIELDS,
        });
        const { success, data } = ApiPage.safeParse(await ask(`/calls.json?${query}`));
        if (!success) throw new CallTrackerUnavailable('CallRail’s answer makes no sense.');
        // A call that came in meanwhile moves the others: the same one may stand on two pages.
        for (const call of data.calls.map(trackedCall)) if (call) calls.set(call.id, call);
        if (data.calls.length === 0 || page >= data.total_pages) break;
      }
      return [...calls.values()].slice(0, limit);
    },
  };
}

/** The text of an answer; one that is too large is not read to its end. */
async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += chunk.byteLength;
    if (read > LARGEST) throw new CallTrackerUnavailable('CallRail’s answer is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
