/** A call as the API writes it. */
export interface ApiCall {
  readonly id: string;
  readonly customer_name?: string | null;
  readonly customer_phone_number?: string | null;
  readonly duration?: number | string;
  readonly start_time?: string;
  readonly transcription?: unknown;
}

export const ACCOUNT = { id: 'ACC1', key: 'secret-key', signingKey: '072e77e426f92738a72fe23c4d1953b4' } as const;

/** CallRail stores calls for 25 months and refuses requests for older ones. */
const RETENTION_MONTHS = 25;

type Answer = { readonly status: number; readonly body: unknown; readonly next?: string };

const refused = (status: number, error: string): Answer => ({ status, body: { error } });

/** Fields that are not requested by name are left out. */
const shown = (call: ApiCall, url: URL): ApiCall =>
  call && !url.searchParams.get('fields')?.split(',').includes('transcription') ? { ...call, transcription: undefined } : call;

/** Calls page by page: numbered pages, or pages that link to each other; never both. */
export function pageOf(calls: readonly ApiCall[], url: URL, { base, now }: { readonly base: string; readonly now: Date }): Answer {
  const params = url.searchParams;
  const size = Number(params.get('per_page') ?? 100);
  if (!(size >= 1 && size <= 250)) return refused(400, 'per_page must be between 1 and 250');
  const oldest = new Date(now);
  oldest.setUTCMonth(oldest.getUTCMonth() - RETENTION_MONTHS);
  const since = params.get('start_date');
  if (params.get('date_range') === 'all_time' || (since && new Date(since) < oldest))
    return refused(400, 'Data older than 25 months is not available');
  const known = since ? calls.filter((call) => !call?.start_time || new Date(call.start_time) >= new Date(since)) : calls;
  const relative = params.get('relative_pagination') === 'true';
  if (relative && params.has('page')) return refused(400, 'page cannot be combined with relative_pagination');
  const page = Number(params.get('page') ?? 1);
  const from = relative ? Number(params.get('offset') ?? 0) : (page - 1) * size;
  const onPage = known.slice(from, from + size).map((call) => shown(call, url));
  const more = from + size < known.length;
  const next = new URL(`${base}${url.pathname}${url.search}`);
  if (relative) next.searchParams.set('offset', String(from + size));
  else next.searchParams.set('page', String(page + 1));
  const frame = relative
    ? { per_page: size, has_next_page: more, next_page: more ? next.href : null }
    : { page, per_page: size, total_pages: Math.ceil(known.length / size), total_records: known.length };
  return { status: 200, body: { ...frame, calls: onPage }, ...(more && { next: next.href }) };
}

/** One call by its id. */
export function callOf(calls: readonly ApiCall[], id: string, url: URL): Answer {
  const call = calls.find((each) => each?.id === id);
  return call ? { status: 200, body: shown(call, url) } : refused(404, 'Not found');
}
