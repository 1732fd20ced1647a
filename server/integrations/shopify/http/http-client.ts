import { setTimeout } from 'node:timers/promises';
import { ShopFailure } from '../port.ts';
import { statusFailure } from './failures.ts';

export interface Answer {
  readonly headers: Headers;
  readonly body: unknown;
}

export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Waits; rejects early when aborted. */
export const pause: Wait = async (milliseconds, signal) => {
  await setTimeout(milliseconds, undefined, { signal });
};

interface HttpClientOptions {
  /** Timeout of a response, in milliseconds. */
  readonly timeoutMs: number;
  /** The largest response that is read, in bytes. */
  readonly maxBytes: number;
}

/** Sends one request, bounded in time and size; failures become a `ShopFailure`. */
export const createHttpClient =
  ({ timeoutMs, maxBytes }: HttpClientOptions) =>
  async (url: string, init: RequestInit, signal?: AbortSignal): Promise<Answer> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const fail = (error: unknown, otherwise: ShopFailure): never => {
      signal?.throwIfAborted();
      if (error instanceof ShopFailure) throw error;
      throw timeout.aborted ? new ShopFailure('slow', 'Shopify took too long to respond.', { cause: error }) : otherwise;
    };
    const response = await fetch(url, { ...init, redirect: 'error', signal: either }).catch((cause: unknown) =>
      fail(cause, new ShopFailure('unreachable', 'Shopify cannot be reached. Check SHOPIFY_STORE_DOMAIN and the network.', { cause })),
    );
    const text = await readBounded(response, maxBytes).catch((cause: unknown) =>
      fail(cause, new ShopFailure('broken', 'Shopify’s response was cut off. Try again later.', { cause })),
    );
    const body = readJson(text);
    const failure = statusFailure(response.status, response.headers, body);
    if (failure) throw failure;
    if (body === undefined)
      throw new ShopFailure(
        'invalid_response',
        'Shopify sent an invalid response. Check that SHOPIFY_STORE_DOMAIN is the store’s address.',
      );
    return { headers: response.headers, body };
  };

/** The text of a response; fails as soon as it exceeds the limit. */
async function readBounded(response: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += chunk.byteLength;
    if (read > maxBytes) throw new ShopFailure('too_large', 'Shopify’s response is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
