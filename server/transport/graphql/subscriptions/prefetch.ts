/** What an async iterator's `next` resolves to, for sources that return nothing. */
type Step<T> = IteratorResult<T, undefined>;

interface Ahead<Answer> {
  /** The next answer; ask for one at a time. */
  next(): Promise<Step<Answer>>;
  end(): Promise<void>;
}

/**
 * The source's values answered in their order. Values that are there already are answered while earlier ones are still
 * under way, a few at most: what many of them need is then read together. Ending it ends the source at once, also while
 * it waits, and nothing is said any more. `most` says how many answers may wait for a listener that is still busy with an earlier
 * one; with 0 a value is only fetched when the listener is ready for it.
 */
export function prefetch<Value, Answer>(
  source: AsyncIterator<Value>,
  answer: (value: Value) => Promise<Answer>,
  most: () => number,
): Ahead<Answer> {
  const answers: Array<Promise<Step<Answer>>> = [];
  let pulling = false;
  let ended = false;

  const over = { done: true, value: undefined } as const;
  const end = async () => {
    if (ended) return;
    ended = true;
    answers.length = 0;
    await source.return?.();
  };
  const pull = () => {
    if (pulling || ended) return;
    pulling = true;
    const answered = source.next().then(
      ({ done, value }): Step<Answer> | Promise<Step<Answer>> => {
        pulling = false;
        if (done) return over;
        const told = answer(value).then((answer) => ({ done: false as const, value: answer }));
        pullAhead();
        return told;
      },
      (error: unknown) => {
        pulling = false;
        throw error;
      },
    );
    answers.push(answered);
    // Whoever asks for it hears of a failure; until then it must not count as unhandled.
    answered.catch(() => undefined);
  };

  const pullAhead = () => {
    if (answers.length < most()) pull();
  };

  return {
    next: async () => {
      if (answers.length === 0) pull();
      const first = answers.shift() ?? Promise.resolve(over);
      try {
        const step = await first;
        if (ended) return over;
        if (step.done) await end();
        else pullAhead();
        return step;
      } catch (error) {
        if (ended) return over;
        await end();
        throw error;
      }
    },
    end,
  };
}
