import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Viewer } from '#domain/viewer.ts';
import { RowQuery } from '#server/database/row-query.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import { createOperations } from '#server/testing/generated-operations.ts';
import { signUpViewer, viewerOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { bearer, createToken } from '#server/testing/tokens.ts';

// An operation that comes for the first time is executed normally, and its document is kept; from the second time on it is compiled.
// So each operation is sent twice, and both responses must be the same.

/** Generated operations for each of the people; thousands take minutes. */
const OPERATIONS = Number(process.env.GENERATED_OPERATIONS ?? 100);

let app: TestApp;
// By the scope they read with: own, team, all, and leads alone.
const people = new Map<string, Readonly<Record<string, string>>>();
const submitted = vi.spyOn(RowQuery.prototype, 'submit');

const HOSTILE = [
  `quotes " and ' and \\\\ backslashes`,
  'control \u0001\u0008\u0009\u000a\u000c\u000d\u001f characters \u007f',
  'emoji 👩‍🚀, line separators \u2028\u2029, Zoë, 中文, \ufeff',
  '</script><!-- {"a":[1]} null',
  '',
];

beforeAll(async () => {
  app = await createTestApp({ env: { GRAPHQL_PERSON_COST_PER_MINUTE: '10000000', GRAPHQL_COST_PER_MINUTE: '10000000' } });
  const ada = await signUpViewer(app, 'ada');
  const { services, db } = app.container;
  await bulkSeed(db, { customers: 60, leads: 300, calls: 10, orders: 200 });
  const team = await services.people.createTeam(ada, { name: 'North' });
  const viewers: Viewer[] = [ada];
  for (const [name, role] of [
    ['nora', 'rep'],
    ['max', 'manager'],
    ['anna', 'analyst'],
  ] as const) {
    const caller = await app.signUp(name);
    const viewer = await viewerOf(app, name);
    viewers.push(viewer);
    await services.people.changePerson(ada, viewer.id, { teamId: team.id, role });
    people.set(name, { cookie: caller.cookie() });
    if (name === 'max')
      people.set('token', bearer((await createToken(caller, { permissions: [{ noun: 'lead', actions: ['read'], scope: 'all' }] })).secret));
  }
  await services.workspace.change(ada, { recordScope: 'by_role' });
  const { pool } = db;
  const ids = [...viewers.map(({ id }) => id), null];
  for (const table of ['leads', 'customers']) {
    await pool.query(`update ${table} set owner_id = ($1::text[])[hashtext(id) % ${ids.length} + 1] where hashtext(id) >= 0`, [ids]);
  }
  for (const [index, text] of HOSTILE.entries()) {
    await pool.query('update leads set name = $1, notes = $1, company = $1 where id = $2', [
      text,
      `l${String(300 - index).padStart(7, '0')}`,
    ]);
    await pool.query('update customers set name = $1, company = $1 where id = $2', [text, `c${String(60 - index).padStart(7, '0')}`]);
  }
  await pool.query(`update leads set last_contact_at = '0044-03-15 12:00:00+00', notes = repeat('é"', 20000) where id = 'l0000290'`);
  await pool.query(`update leads set last_contact_at = '12026-03-15 12:00:00.5+00' where id = 'l0000289'`);
  await pool.query(`update leads set last_contact_at = '2026-03-15 12:00:00.05+00', value = 0 where id = 'l0000288'`);
});
afterAll(() => app.close());

async function send(headers: Readonly<Record<string, string>>, body: object) {
  const response = await fetch(`${app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const kept = ['content-type', 'cache-control', 'vary'].map((name) => response.headers.get(name));
  // What is left of the minute's points, and the time the database took, differ from time to time.
  return { status: response.status, kept, text: withSortedErrors(text.replace(/"(database|remaining)":\d+,/g, '')) };
}

/** Fields are resolved in parallel, so the order of errors is no promise; nor is how many there are of the same. */
function withSortedErrors(text: string): string {
  if (!text.startsWith('{"errors"')) return text;
  const { errors, ...rest }: { errors: { message: string; extensions: object }[] } = JSON.parse(text);
  const messages = new Set(errors.map(({ message, extensions }) => JSON.stringify([message, extensions])));
  return JSON.stringify({ errors: [...messages].sort(), ...rest });
}

it('answers generated operations with the same bytes as the normal execution', async () => {
  const counts = { operations: 0, compiled: 0, failed: 0, bytes: 0 };
  for (const [seed, [name, headers]] of [...people].entries()) {
    const next = createOperations(seed + 1);
    for (let index = 0; index < OPERATIONS; index += 1) {
      const operation = next();
      const normal = await send(headers, operation);
      submitted.mockClear();
      const again = await send(headers, operation);
      expect({ name, operation, ...again }).toEqual({ name, operation, ...normal });
      counts.operations += 1;
      counts.bytes += normal.text.length;
      if (submitted.mock.calls.length > 0) counts.compiled += 1;
      if (normal.text.startsWith('{"errors"')) counts.failed += 1;
    }
  }
  if (process.env.GENERATED_OPERATIONS) process.stdout.write(`${JSON.stringify(counts)}\n`);
  expect(counts.compiled).toBeGreaterThan(counts.operations / 2);
  expect(counts.failed).toBeGreaterThan(0);
}, 3_600_000);
