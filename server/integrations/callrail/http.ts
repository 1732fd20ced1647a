import { z } from 'zod';
import { ApiPage, trackedCall } from './map.ts';
import { type CallTracker, CallTrackerUnavailable, type TrackedCall } from './port.ts';
import { BASE, type CallRailSettings, createRequest, type Request } from './request.ts';

/** Calls per page; CallRail allows 250, and a manual sync requests 50. */
const PAGE = 100;
/** Calls per page of a full sync. A failed page is requested again. */
const LARGE_PAGE = 250;
const FIELDS = 'transcription,sentiment,company_name,source,tags,lead_status,call_type,direction';
const UNKNOWN_ACCOUNT = 'CallRail account not found. Check CALLRAIL_ACCOUNT_ID.';

const Account = z.object({ name: z.string().nullish() });

/** The call tracker as CallRail serves it (API v3). */
export function callRail(settings: CallRailSettings): CallTracker {
  const request = createRequest(settings);
  const account = `/v3/a/${encodeURIComponent(settings.accountId)}`;
  const list = `${account}/calls.json`;
  const base = new URL(settings.baseUrl ?? BASE);

  const page = async (path: string, signal?: AbortSignal) => {
    const { body, linked } = await required(request, path, signal);
    const { success, data } = ApiPage.safeParse(body);
    if (!success) throw new CallTrackerUnavailable('CallRail sent an invalid response.', { temporary: true });
    const calls = data.calls.map(trackedCall).filter((call) => call !== null);
    return { ...data, read: data.calls.length, calls, linked };
  };

  /** The path of another page; null unless the URL points to this list, so that the key is sent nowhere else. */
  const listPath = (address: string | null | undefined): string | null => {
    if (!address || !URL.canParse(address, base)) return null;
    const { origin, pathname, search } = new URL(address, base);
    const path = pathname.slice(base.pathname.replace(/\/+$/, '').length);
    return origin === base.origin && path === list ? `${path}${search}` : null;
  };

  return {
    test: async () => Account.safeParse((await required(request, `${account}.json`)).body).data?.name || settings.accountId,

    recentCalls: async (limit, signal) => {
      const calls = new Map<string, TrackedCall>();
      for (let number = 1; calls.size < limit; number += 1) {
        const size = Math.min(PAGE, limit);
        const found = await page(`${list}?${query({ page: String(number), per_page: String(size) })}`, signal);
        // A call that arrives meanwhile shifts the others: the same one can be on two pages.
        for (const call of found.calls) calls.set(call.id, call);
        if (found.read === 0 || number >= found.total_pages) break;
      }
      return [...calls.values()].slice(0, limit);
    },

    callsSince: async (since, pageUrl, signal) => {
      const first = query({
        relative_pagination: 'true',
        per_page: String(LARGE_PAGE),
        start_date: since.toISOString().slice(0, 10),
      });
      const found = await page(listPath(pageUrl) ?? `${list}?${first}`, signal);
      const more = found.has_next_page === false ? null : (found.next_page ?? found.linked);
      // Fail rather than end the list silently.
      if (more && listPath(more) === null) throw new CallTrackerUnavailable('CallRail’s next page has an unexpected URL.');
      return { calls: found.calls, next: found.read === 0 ? null : listPath(more) };
    },

    call: async (id, signal) => {
      const found = await request(`${account}/calls/${encodeURIComponent(id)}.json?fields=${FIELDS}`, signal);
      return found && trackedCall(found.body);
    },
  };
}

async function required(request: Request, path: string, signal?: AbortSignal) {
  const response = await request(path, signal);
  if (!response) throw new CallTrackerUnavailable(UNKNOWN_ACCOUNT);
  return response;
}

const query = (of: Readonly<Record<string, string>>) => new URLSearchParams({ ...of, sort: 'start_time', order: 'desc', fields: FIELDS });
