import { ModelFailure } from './failure.ts';

const STRIKES = 3;

export interface CircuitSettings {
  readonly now: () => Date;
  /** How long a failing service is left alone. */
  readonly restMs: number;
}

/**
 * Stops asking a service that keeps failing, so that people get their answer at once instead of waiting for each timeout.
 * After the rest a single request tries again; the others are answered at once until it comes back.
 */
export function openCircuit({ now, restMs }: CircuitSettings) {
  let strikes = 0;
  let restUntil = 0;
  let last: ModelFailure | null = null;

  const close = () => {
    strikes = 0;
    last = null;
  };

  const rest = () => {
    restUntil = now().getTime() + restMs;
  };

  const strike = (failure: ModelFailure) => {
    if (failure.strikes === 0) return close();
    strikes += failure.strikes;
    last = failure;
    if (strikes >= STRIKES) rest();
  };

  return async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
    const trying = last !== null && strikes >= STRIKES;
    if (trying) {
      const left = restUntil - now().getTime();
      if (left > 0 && last) throw last.unavailable(Math.ceil(left / 1000));
      rest();
    }
    try {
      const result = await work();
      close();
      return result;
    } catch (error) {
      if (error instanceof ModelFailure) {
        strike(error);
        throw error.unavailable();
      }
      // Stopped by the person who asked, which says nothing of the service: the next one may try.
      if (trying) restUntil = 0;
      throw error;
    }
  };
}
