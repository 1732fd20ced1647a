import { singleFlight } from './single-flight.ts';

/** Like `coalesce`, for questions that are not all the same: those with the same key share their answers. */
export function coalesceEach<Asked, Answer>(keyOf: (asked: Asked) => string, ask: (asked: Asked) => Promise<Answer>) {
  const open = new Map<string, { readonly ask: () => Promise<Answer>; waiting: number }>();
  return (asked: Asked): Promise<Answer> => {
    const key = keyOf(asked);
    const line = open.get(key) ?? { ask: singleFlight(() => ask(asked)), waiting: 0 };
    open.set(key, line);
    line.waiting += 1;
    const done = () => {
      line.waiting -= 1;
      // Whoever comes now may well be told something newer.
      if (line.waiting === 0) open.delete(key);
    };
    const answer = line.ask();
    answer.then(done, done);
    return answer;
  };
}
