import { ModelFailure } from './failure.ts';

const FAILURE_THRESHOLD = 3;

export interface CircuitSettings {
  readonly now: () => Date;
  /** How long the circuit stays open. */
  readonly restMs: number;
}

/**
 * A circuit breaker: after repeated failures, requests fail at once instead of waiting for a timeout each.
 * After `restMs` one trial request goes through; all others keep failing until it succeeds.
 */
export function createCircuitBreaker({ now, restMs }: CircuitSettings) {
  let failureCount = 0;
  let openUntil = 0;
  let lastFailure: ModelFailure | null = null;

  const close = () => {
    failureCount = 0;
    lastFailure = null;
  };

  const open = () => {
    openUntil = now().getTime() + restMs;
  };

  const recordFailure = (failure: ModelFailure) => {
    if (failure.circuitWeight === 0) return close();
    failureCount += failure.circuitWeight;
    lastFailure = failure;
    if (failureCount >= FAILURE_THRESHOLD) open();
  };

  return async function run<Result>(work: () => Promise<Result>): Promise<Result> {
    const isTrial = lastFailure !== null && failureCount >= FAILURE_THRESHOLD;
    if (isTrial) {
      const left = openUntil - now().getTime();
      if (left > 0 && lastFailure) throw lastFailure.unavailable(Math.ceil(left / 1000));
      open();
    }
    try {
      const result = await work();
      close();
      return result;
    } catch (error) {
      if (error instanceof ModelFailure) {
        recordFailure(error);
        throw error.unavailable();
      }
      // The caller aborted the trial, which says nothing about the service: let the next request try.
      if (isTrial) openUntil = 0;
      throw error;
    }
  };
}
