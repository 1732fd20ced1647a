import { readFileSync } from 'node:fs';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { makeCase } from './cases.ts';
import { runFuzz } from './fuzz.ts';
import { printReport } from './report.ts';

/** On a machine that runs the other tests at the same time; `npm run fuzz` by itself allows 500 ms. */
const HEALTH_LIMIT = 5_000;
/** Starting the product takes a part of it. */
const TIMEOUT_MS = 300_000;

it('a seed always generates the same cases, and another seed generates others', () => {
  const schema = buildSchema(readFileSync(new URL('../schema/schema.graphql', import.meta.url), 'utf8'));
  const corpus = { schema, ids: ['one', 'two'] };
  const run = (seed: number) => Array.from({ length: 60 }, (_, index) => makeCase(seed, index, corpus));
  // Signatures carry the time of their making.
  const shown = (seed: number) => run(seed).filter(({ kind }) => kind !== 'webhook');
  expect(shown(1)).toEqual(shown(1));
  expect(shown(1)).not.toEqual(shown(2));
  expect(new Set(run(1).map(({ kind }) => kind)).size).toBeGreaterThan(8);
});

it('the server survives twenty seconds of generated requests, responsive and without a leak', { timeout: TIMEOUT_MS }, async () => {
  const report = await runFuzz({ seed: 20_261_120, seconds: 20, healthLimit: HEALTH_LIMIT });
  expect(report.failures, printReport(report)).toEqual([]);
  expect(report.cases).toBeGreaterThan(50);
});
