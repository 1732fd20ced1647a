import type { AiResponse } from '#prisma/generated/client.ts';
import type { Attention } from '#server/ai/port.ts';

/** A reply while it grows, then the stored answer. */
export type Writing = { readonly text: string } | AiResponse;

/**
 * Runs the work and tells how far it is. A listener that is slower than the writer gets the newest text, not every
 * one in between; one that leaves, by ending the iterator or by `left`, stops the work.
 */
export function writing(work: (attention: Attention) => Promise<AiResponse>, left?: AbortSignal): AsyncIterableIterator<Writing> {
  const leave = new AbortController();
  const signal = left ? AbortSignal.any([leave.signal, left]) : leave.signal;
  let newest: string | null = null;
  let changed = Promise.withResolvers<void>();
  let ended = false;

  const onText = (text: string) => {
    newest = text;
    changed.resolve();
  };

  const steps = (async function* (): AsyncGenerator<Writing> {
    const done = work({ signal, onText });
    // A failure is delivered below; without this it would also count as unhandled while a draft is being sent.
    done.catch(() => undefined);
    const settled = done.then(
      () => 'done' as const,
      () => 'done' as const,
    );
    for (;;) {
      const step = newest === null ? await Promise.race([settled, changed.promise]) : 'draft';
      if (step === 'done') break;
      changed = Promise.withResolvers();
      if (newest === null) continue;
      const text: string = newest;
      newest = null;
      yield { text };
    }
    if (newest !== null) yield { text: newest };
    const answer = await done;
    ended = true;
    yield answer;
  })();

  const iterator: AsyncIterableIterator<Writing> = {
    next: () => steps.next(),
    return: async () => {
      if (!ended) leave.abort(new DOMException('Nobody listens any more', 'AbortError'));
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}
