import OpenAI from 'openai';
import { z } from 'zod';

const OPENAI = 'https://api.openai.com/v1';
/** Nobody waits in front of a screen for longer than this because a server asks for patience. */
const LONGEST_WAIT_MS = 5_000;

const QuotaError = z.object({
  error: z.union([z.object({ code: z.literal('insufficient_quota') }), z.object({ type: z.literal('insufficient_quota') })]),
});

function saysOutOfQuota(body: string): boolean {
  try {
    return QuotaError.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}

function requestedWaitMs(headers: Headers): number {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (!Number.isNaN(ms)) return ms;
  const after = headers.get('retry-after') ?? '';
  const seconds = Number.parseFloat(after);
  return Number.isNaN(seconds) ? Date.parse(after) - Date.now() || 0 : seconds * 1000;
}

/**
 * `fetch`, telling the package when trying again is pointless: it retries every 429, also one that says the quota is used up,
 * and would sleep a minute if asked to.
 */
async function fetchWithoutVainRetries(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const answer = await fetch(input, init);
  if (answer.ok) return answer;
  const pointless = requestedWaitMs(answer.headers) > LONGEST_WAIT_MS;
  if (answer.status !== 429 && !pointless) return answer;
  const body = await answer.text();
  const headers = new Headers(answer.headers);
  headers.delete('content-encoding');
  if (pointless || saysOutOfQuota(body)) headers.set('x-should-retry', 'false');
  return new Response(body, { status: answer.status, statusText: answer.statusText, headers });
}

export interface ClientSettings {
  readonly apiKey: string | null;
  readonly baseUrl: string | null;
  readonly timeoutMs: number;
  readonly retries: number;
}

/** The package's client with everything it would read from the environment or print switched off, and no redirect followed with a prompt in hand. */
export const openClient = ({ apiKey, baseUrl, timeoutMs, retries }: ClientSettings): OpenAI =>
  new OpenAI({
    apiKey: apiKey?.trim() || 'none',
    baseURL: baseUrl ?? OPENAI,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    timeout: timeoutMs,
    maxRetries: retries,
    logLevel: 'off',
    fetch: fetchWithoutVainRetries,
    fetchOptions: { redirect: 'error' },
  });

/** Whether requests go to OpenAI itself rather than to a server that imitates it. */
export const isOpenAi = (baseUrl: string | null): boolean => baseUrl === null || URL.parse(baseUrl)?.hostname === 'api.openai.com';
