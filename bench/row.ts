import type { Fixture } from './fixture.ts';

/** One line of the table. */
export interface Line {
  readonly work: string;
  readonly peer: string;
  readonly ours: string;
  readonly theirs: string;
  /** Ours ÷ theirs; null where nothing is compared. */
  readonly ratio: number | null;
  readonly goal: string;
  /** Null where nothing is promised. */
  readonly passed: boolean | null;
}

/** A row of measurements; `npm run bench -- name` runs it alone. */
export interface Row {
  readonly name: string;
  measure(bed: Fixture): Promise<readonly Line[]>;
}

export function median(numbers: readonly number[]): number {
  return share(numbers, 0.5);
}

/** The number below which this share of them lies. */
export function share(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

export const milliseconds = (time: number): string => `${time < 10 ? time.toFixed(1) : time.toFixed(0)} ms`;

/** A time against a bound of its own. */
export const bounded = (work: string, time: number, bound: number): Line => ({
  work,
  peer: '',
  ours: milliseconds(time),
  theirs: '',
  ratio: null,
  goal: `< ${milliseconds(bound)}`,
  passed: time < bound,
});
