import { z } from 'zod';
import { ApiPage, trackedCall } from './map.ts';
import { type CallTracker, CallTrackerUnavailable, type TrackedCall } from './port.ts';
import { BASE, type CallRailSettings, createRequest, type Request } from './request.ts';

/** CallRail gives at most 250 a page; 50 is what a person's sync asks for. */
const PAGE = 100;
/** A page of everything: each holds whole transcripts, and what is lost with it is asked for again. */
const LARGE_PAGE = 250;
const FIELDS = 'transcription,sentiment,company_name,source,tags,lead_status,call_type,direction';
const UNKNOWN_ACCOUNT = 'CallRail knows no such account. Check CALLRAIL_ACCOUNT_ID.';

const Account = z.object({ name: z.string().nullish() });

/** The call tracker as CallRail serves it (API v3). */
export function callRail(settings: CallRailSettings): CallTracker {
  const ask = createRequest(settings);
  const account = `/v3/a/${encodeURIComponent(settings.accountId)}`;
  const list = `${account}/calls.json`;
  const base = new URL(settings.baseUrl ?? BASE);

  const page = async (path: string, signal?: AbortSignal) => {
    const { body, linked } = await required(ask, path, signal);
    const { success, data } = ApiPage.safeParse(body);
    if (!success) throw new CallTrackerUnavailable('CallRail sent an invalid response.', { temporary: true });
    const calls = data.calls.map(trackedCall).filter((call) => call !== null);
    return { ...data, read: data.calls.length, calls, linked };
  };

  /** The path of another page; null where the address leads anywhere but to our list: the key goes nowhere else. */
  const ours = (address: string | null | undefined): string | null => {
    if (!address || !URL.canParse(address, base)) return null;
    const { origin, pathname, search } = new URL(address, base);
    const path = pathname.slice(base.pathname.replace(/\/+$/, '').length);
    return origin === base.origin && path === list ? `${path}${search}` : null;
  };

  return {
    test: async () => Account.safeParse((await required(ask, `${account}.json`)).body).data?.name || settings.accountId,

    recentCalls: async (limit, signal) => {
      const calls = new Map<string, TrackedCall>();
      for (let number = 1; calls.size < limit; number += 1) {
        const size = Math.min(PAGE, limit);
        const found = await page(`${list}?${query({ page: String(number), per_page: String(size) })}`, signal);
        // A call that came in meanwhile moves the others: the same one may stand on two pages.
        for (const call of found.calls) calls.set(call.id, call);
        if (found.read === 0 || number >= found.total_pages) break;
      }
      return [...calls.values()].slice(0, limit);
    },

    callsSince: async (since, place, signal) => {
      const first = query({
        relative_pagination: 'true',
        per_page: String(LARGE_PAGE),
        start_date: since.toISOString().slice(0, 10),
      });
      const found = await page(ours(place) ?? `${list}?${first}`, signal);
      const more = found.has_next_page === false ? null : (found.next_page ?? found.linked);
      // An address that leads elsewhere ends the list with a word rather than in silence.
      if (more && ours(more) === null) throw new CallTrackerUnavailable('CallRail’s next page lies outside its own address.');
      return { calls: found.calls, next: found.read === 0 ? null : ours(more) };
    },

    call: async (id, signal) => {
      const found = await ask(`${account}/calls/${encodeURIComponent(id)}.json?fields=${FIELDS}`, signal);
      return found && trackedCall(found.body);
    },
  };
}

async function required(ask: Request, path: string, signal?: AbortSignal) {
  const answer = await ask(path, signal);
  if (!answer) throw new CallTrackerUnavailable(UNKNOWN_ACCOUNT);
  return answer;
}

const query = (of: Readonly<Record<string, string>>) => new URLSearchParams({ ...of, sort: 'start_time', order: 'desc', fields: FIELDS });
