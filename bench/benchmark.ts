import type { Fixture } from './fixture.ts';

/** One line of the table. Values are formatted with their unit. */
export interface Result {
  readonly work: string;
  /** What Callboard is compared with; empty for none. */
  readonly peer: string;
  readonly value: string;
  readonly peerValue: string;
  /** Callboard's value ÷ the peer's; null without a comparison. */
  readonly ratio: number | null;
  readonly goal: string;
  /** Null without a goal. */
  readonly passed: boolean | null;
}

/** `npm run bench -- name` runs one benchmark alone. */
export interface Benchmark {
  readonly name: string;
  measure(fixture: Fixture): Promise<readonly Result[]>;
}

export function median(numbers: readonly number[]): number {
  return quantile(numbers, 0.5);
}

/** The quantile: the number below which this share of them lies. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export const milliseconds = (time: number): string => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;

/** A time and its upper bound. */
export const bounded = (work: string, time: number, bound: number): Result => ({
  work,
  peer: '',
  value: milliseconds(time),
  peerValue: '',
  ratio: null,
  goal: `< ${milliseconds(bound)}`,
  passed: time < bound,
});
