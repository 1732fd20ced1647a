import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { Viewer } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Viewer;
let grace: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
  grace = await app.signUp('grace');
});
afterAll(() => app.close());

const LIST = `query ($replayed: Boolean) {
  deadLetters(first: 10, replayed: $replayed) {
    totalCount nodes { id consumer eventCursor eventKind error attempts firstFailedAt lastFailedAt replayedAt }
  }
}`;
const Listed = z.object({
  deadLetters: z.object({ totalCount: z.number(), nodes: z.array(z.looseObject({ id: z.string(), eventKind: z.string() })) }),
});
const list = async (variables: { replayed?: boolean } = {}) => Listed.parse((await grace.graph(LIST, variables)).data).deadLetters;
const replay = (ids: readonly string[]) =>
  grace.graph(
    `mutation ($ids: [ID!]!) { replayDeadLetters(ids: $ids) {
      ... on ReplayedDeadLetters { deadLetters { id attempts error replayedAt } } ... on Invalid { message }
    } }`,
    { ids },
  );
const command = async (...args: readonly string[]) => {
  const env = { PATH: process.env.PATH, DATABASE_URL: app.databaseUrl };
  return (await promisify(execFile)(process.execPath, ['server/cli/events.ts', ...args], { env })).stdout;
};
const titles = async () => (await app.container.db.prisma.notification.findMany({ orderBy: { id: 'asc' } })).map(({ title }) => title);

it('an event that failed can be listed and replayed, by an administrator’s query and by a command', { timeout: 60_000 }, async () => {
  const { leads } = app.container.services;
  const { pool } = app.container.db;
  expect(await list()).toEqual({ totalCount: 0, nodes: [] });
  expect(await command('dead-letters')).toBe('No dead letters to replay.\n');

  // What a migration that went wrong would do.
  await pool.query('alter table notifications rename column title to heading');
  const won = [];
  for (const name of ['Jo', 'Meg', 'Beth']) {
    const lead = await leads.create(ada, { name });
    won.push((await leads.move(ada, lead.id, 'won')).id);
  }
  await expect.poll(async () => (await list()).totalCount, { timeout: 30_000, interval: 100 }).toBe(3);
  const at = app.clock.now().toISOString();
  const letters = (await list({ replayed: false })).nodes;
  expect(letters[0]).toEqual({
    ...{ id: expect.any(String), consumer: 'notices', eventCursor: expect.any(String), eventKind: 'lead.moved', attempts: 5 },
    ...{ error: expect.stringContaining('title'), firstFailedAt: at, lastFailedAt: at, replayedAt: null },
  });
  const [beth = '', meg = '', jo = ''] = letters.map(({ id }) => id);
  expect(await command('dead-letters')).toContain(`${beth}\tnotices\tevent `);

  expect((await replay([meg])).data).toMatchObject({ replayDeadLetters: { deadLetters: [{ id: meg, attempts: 6, replayedAt: null }] } });
  await pool.query('alter table notifications rename column heading to title');
  expect((await replay([meg, 'unknown', meg])).data).toMatchObject({
    replayDeadLetters: { deadLetters: [{ id: meg, attempts: 7, replayedAt: at }] },
  });
  // Only once, however often it is requested.
  expect((await replay([meg])).data).toMatchObject({ replayDeadLetters: { deadLetters: [{ id: meg, attempts: 7, replayedAt: at }] } });
  expect(await titles()).toEqual(['ada won Meg']);

  expect(await command('replay', 'all')).toContain('2 replayed, 0 failed again.');
  expect(await titles()).toEqual(['ada won Meg', 'ada won Jo', 'ada won Beth']);
  expect([(await list({ replayed: false })).totalCount, (await list({ replayed: true })).totalCount]).toEqual([0, 3]);
  expect(await command('replay', jo)).toContain('replayed');
  expect(await titles()).toHaveLength(3);
  await expect(command('sing')).rejects.toThrow('Usage: npm run events');
});

it('rejects a replay of more than a hundred at once, and clients that are not signed in', async () => {
  const many = Array.from({ length: 101 }, (_, n) => `${n}`);
  expect((await replay(many)).data).toEqual({ replayDeadLetters: { message: 'At most 100 dead letters can be replayed at once.' } });
  expect((await app.anonymous().graph(LIST)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
});
