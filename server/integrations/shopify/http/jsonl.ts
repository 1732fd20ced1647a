import { ShopFailure } from '../port.ts';
import { statusFailure } from './failures.ts';

/** Characters of one line that are read at most. */
const LONGEST_LINE = 4 * 1024 * 1024;

interface FileOptions {
  /** Milliseconds the file may be silent. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The lines of a file as it arrives; only a chunk is in memory, whatever its size. No token is sent along: its URL is the key. */
export async function* readLines(url: string, { timeoutMs, signal }: FileOptions): AsyncGenerator<string> {
  const silence = new AbortController();
  const hush = () => silence.abort();
  let timer = setTimeout(hush, timeoutMs);
  try {
    const response = await fetch(url, { redirect: 'error', signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal });
    const failure = statusFailure(response.status, response.headers, null);
    if (failure) throw failure;
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of response.body ?? []) {
      // A slow consumer does not count as silence of the server.
      clearTimeout(timer);
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw new ShopFailure('too_large', 'A line of Shopify’s export is too long.');
      yield* lines;
      timer = setTimeout(hush, timeoutMs);
    }
    rest += decoder.decode();
    if (rest !== '') yield rest;
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof ShopFailure) throw cause;
    if (silence.signal.aborted) throw new ShopFailure('slow', 'Shopify took too long to send its export.', { cause });
    throw new ShopFailure('broken', 'Shopify’s export broke off.', { cause });
  } finally {
    clearTimeout(timer);
  }
}
