import { expect } from 'vitest';
import { minutesBefore } from './moment.ts';
import type { Moment } from './types.ts';

/** An exact amount as the story writes it: "1250.00". */
export const MONEY = /^(0|[1-9]\d{0,7})\.\d{2}$/;

/** A number that belongs to nobody, its spaces taken out. */
export const PHONE = /555\D?01\d{2}(?!\d)/;

export const byKey = <T extends { key: string }>(records: readonly T[]): Map<string, T> =>
  new Map(records.map((record) => [record.key, record]));

/** Records as rows of a table of tests, each under its key. */
export const rows = <T extends { key: string }>(records: readonly T[]) => records.map((record) => [record.key, record] as const);

export const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Every member of a closed set occurs, and nothing else does. */
export const covers = (used: readonly string[], set: readonly string[]): void => expect([...new Set(used)].sort()).toEqual([...set].sort());

/** The moments follow one another. */
export function ordered(moments: readonly Moment[]): void {
  const minutes = moments.map(minutesBefore);
  expect(minutes).toEqual([...minutes].sort((a, b) => b - a));
}
