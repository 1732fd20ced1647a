import { setTimeout } from 'node:timers/promises';
import { ShopFailure } from '../port.ts';
import { statusFailure } from './failures.ts';

export interface Answer {
  readonly headers: Headers;
  readonly body: unknown;
}

export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Time passes; ends early, by rejecting, when whoever waits is called off. */
export const pause: Wait = async (milliseconds, signal) => {
  await setTimeout(milliseconds, undefined, { signal });
};

interface HttpClientOptions {
  /** Milliseconds a whole answer may take. */
  readonly timeoutMs: number;
  /** Bytes of an answer that are read. */
  readonly maxBytes: number;
}

/** One request and its answer, bounded in time and size; every failure says what it means. */
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

/** The text of an answer; one that is too large is not read to its end. */
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
