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

interface LineOptions {
  /** Milliseconds a whole answer may take. */
  readonly timeoutMs: number;
  /** Bytes of an answer that are read. */
  readonly largest: number;
}

/** One request and its answer, bounded in time and size; every failure says what it means. */
export const createHttpClient =
  ({ timeoutMs, largest }: LineOptions) =>
  async (url: string, init: RequestInit, signal?: AbortSignal): Promise<Answer> => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const fail = (error: unknown, otherwise: ShopFailure): never => {
      signal?.throwIfAborted();
      if (error instanceof ShopFailure) throw error;
      throw timeout.aborted ? new ShopFailure('slow', 'Shopify took too long to answer.', { cause: error }) : otherwise;
    };
    const response = await fetch(url, { ...init, redirect: 'error', signal: either }).catch((cause: unknown) =>
      fail(cause, new ShopFailure('unreachable', 'Shopify cannot be reached. Check SHOPIFY_STORE_DOMAIN and the network.', { cause })),
    );
    const text = await bounded(response, largest).catch((cause: unknown) =>
      fail(cause, new ShopFailure('broken', 'Shopify’s answer broke off. Please try again later.', { cause })),
    );
    const body = readJson(text);
    const failure = statusFailure(response.status, response.headers, body);
    if (failure) throw failure;
    if (body === undefined)
      throw new ShopFailure('nonsense', 'Shopify’s answer makes no sense. Is SHOPIFY_STORE_DOMAIN the address of the store?');
    return { headers: response.headers, body };
  };

/** The text of an answer; one that is too large is not read to its end. */
async function bounded(response: Response, largest: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of response.body ?? []) {
    read += chunk.byteLength;
    if (read > largest) throw new ShopFailure('too_large', 'Shopify’s answer is too large.');
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
