import { readFileSync } from 'node:fs';
import { complexityFromQuery } from '@pothos/plugin-complexity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_SIGN_IN } from '#prisma/seed/demo-data.ts';
import { seedDemoData } from '#prisma/seed.ts';
import type { Caller } from '#server/testing/caller.ts';
import { tablesRead } from '#server/testing/statements.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';
import { schema } from '../index.ts';

const PAGE = readFileSync(new URL('../../docs/queries.md', import.meta.url), 'utf8');
const QUESTION =
  /^## (?<title>.+)$[\s\S]*?```graphql\n(?<query>[\s\S]*?)```\n\n```json\n(?<answer>[\s\S]*?)```\n\nCost: (?<cost>[\d,]+) points, (?<statements>\d+) statements?\./gm;
const questions = [...PAGE.matchAll(QUESTION)].map(({ groups = {} }) => ({
  title: groups.title ?? '',
  query: groups.query ?? '',
  answer: (groups.answer ?? '').replace(/^\s*…$/gm, ''),
  cost: Number(groups.cost?.replaceAll(',', '')),
  statements: Number(groups.statements),
}));

let app: TestApp;
let demo: Caller;
beforeAll(async () => {
  app = await createTestApp();
  const { db } = app.container;
  await seedDemoData({ config: app.config, db, now: app.clock.now() });
  demo = app.anonymous();
  await demo.rest.post('/api/auth/login', DEMO_SIGN_IN);
  // The log is published a moment after the write.
  await until(async () => (await db.prisma.event.count({ where: { seq: null } })) === 0);
}, 60_000);
afterAll(() => app.close());

/** The shape of a response, whatever its values. Of a list only that it is not empty, and the shape of its rows. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape).reduce(merged, null);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, inside]: [string, unknown]) => [key, shape(inside)]));
}

/** The shape of several rows: a field that is null in one may be filled in another. */
function merged(one: unknown, other: unknown): unknown {
  if (one === null || other === null) return one ?? other;
  if (typeof one !== 'object' || typeof other !== 'object') return one;
  return Object.fromEntries(Object.entries(one).map(([key, value]: [string, unknown]) => [key, merged(value, Reflect.get(other, key))]));
}

describe('docs/queries.md', () => {
  it('has ten questions', () => expect(questions).toHaveLength(10));

  it.each(questions)('$title', async ({ query, answer, cost, statements }) => {
    const read = await tablesRead(app.container.db, () => demo.graph(query));
    const { data, errors } = await demo.graph(query);
    expect(errors ?? []).toEqual([]);
    const documented = shape(JSON.parse(answer));
    // Each may know of a field what the other has only nulls for.
    expect(merged(documented, shape(data))).toEqual(merged(shape(data), documented));
    expect(Object.keys(Object(documented))).toEqual(Object.keys(data ?? {}));
    expect(Object(Object.values(data ?? {})[0]).nodes.length).toBeGreaterThan(0);
    expect(complexityFromQuery(query, { schema }).complexity).toBe(cost);
    expect(read).toHaveLength(statements);
  });
});
