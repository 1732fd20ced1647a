import { CallTrackerUnavailable } from './port.ts';

export interface CallRailSettings {
  readonly apiKey: string;
  readonly accountId: string;
  /** Null for CallRail itself. */
  readonly baseUrl: string | null;
  readonly timeoutMs?: number;
}

export interface Answer {
  readonly body: unknown;
  /** URL of the next page from the `Link` header. */
  readonly linked: string | null;
}

/** Sends a GET request to the CallRail API; null for status 404. */
export type Request = (path: string, signal?: AbortSignal) => Promise<Answer | null>;

export const BASE = 'https://api.callrail.com';
/** The largest response that is read, in bytes. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

const ERROR_MESSAGES: Readonly<Record<number, string>> = {
  400: 'CallRail rejected the request (400).',
  401: 'CallRail rejected the API key. Check CALLRAIL_API_KEY.',
  403: 'The CallRail key cannot read this account. Check its user’s permissions.',
  429: 'CallRail’s request limit is reached. Try again in an hour.',
};
const TIMED_OUT = 'CallRail took too long to respond.';

const isTemporary = (status: number): boolean => status === 429 || status === 408 || status >= 500;

export function createRequest({ apiKey, baseUrl, timeoutMs = 10_000 }: CallRailSettings): Request {
  const base = (baseUrl ?? BASE).replace(/\/+$/, '');
  return async (path, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const unreachable = (otherwise: string) => (cause: unknown) => {
      if (cause instanceof CallTrackerUnavailable) throw cause;
      throw new CallTrackerUnavailable(timeout.aborted ? TIMED_OUT : otherwise, { cause, temporary: true });
    };
    const response = await fetch(`${base}${path}`, {
      headers: { authorization: `Token token="${apiKey}"`, accept: 'application/json', 'request-from': 'callboard' },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    }).catch(unreachable('CallRail cannot be reached.'));
    if (!response.ok) {
      await response.body?.cancel();
      const { status } = response;
      if (status === 404) return null;
      throw new CallTrackerUnavailable(ERROR_MESSAGES[status] ?? `CallRail returned an error (${status}).`, {
        temporary: isTemporary(status),
        retryAfter: secondsIn(response.headers.get('retry-after')),
      });
    }
    const read = async (): Promise<unknown> => JSON.parse(await readBounded(response));
    const body = await read().catch(unreachable('CallRail sent an invalid response.'));
    return { body, linked: nextIn(response.headers.get('link')) };
  };
}

/** Seconds to wait according to `Retry-After`, at most a day; null if missing or invalid. */
function secondsIn(header: string | null): number | null {
  const seconds = header === null ? Number.NaN : Math.ceil(Number(header));
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds, 86_400) : null;
}

/** The URL marked `next` in a `Link` header (RFC 8288). */
const nextIn = (header: string | null): string | null => /<([^<>]+)>\s*;[^,]*\brel="?next"?/i.exec(header ?? '')?.[1] ?? null;

/** The text of a response; fails as soon as it exceeds the limit. */
async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += chunk.byteLength;
    if (read > MAX_RESPONSE_BYTES) throw new CallTrackerUnavailable('CallRail’s response is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
