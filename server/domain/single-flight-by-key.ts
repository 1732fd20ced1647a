import { singleFlight } from './single-flight.ts';

/** Like `singleFlight`, for calls that differ: those with the same key share an answer. */
export function singleFlightByKey<Input, Answer>(keyOf: (input: Input) => string, run: (input: Input) => Promise<Answer>) {
  const flights = new Map<string, { readonly run: () => Promise<Answer>; waiting: number }>();
  return (input: Input): Promise<Answer> => {
    const key = keyOf(input);
    const flight = flights.get(key) ?? { run: singleFlight(() => run(input)), waiting: 0 };
    flights.set(key, flight);
    flight.waiting += 1;
    const done = () => {
      flight.waiting -= 1;
      // The next caller may well need a newer answer.
      if (flight.waiting === 0) flights.delete(key);
    };
    const answer = flight.run();
    answer.then(done, done);
    return answer;
  };
}
