import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LeadStage } from '#contract/lead.ts';
import { leadFilter } from '#domain/lead/service.ts';
import type { Services } from '#domain/services.ts';
import { SERVER } from '#domain/viewer.ts';
import type { Lead } from '#prisma/generated/client.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import type { Page, PageRequest } from './page.ts';
import type { Viewer } from './viewer.ts';

let app: TestApp;
let leads: Services['leads'];
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  leads = app.container.services.leads;
  ada = await signUpViewer(app, 'ada');
  for (let number = 1; number <= 11; number += 1) await add(`Lead ${number}`);
});
afterAll(() => app.close());

const add = (name: string) => leads.create(ada, { name });
const all = (request: PageRequest) => app.container.services.analyst.leads.page(SERVER, {}, request);
/** All arrived in the same millisecond. */
const inStage = async (stage: LeadStage, request: PageRequest) => {
  const page = (await leads.columns(SERVER, [stage], request)).get(stage);
  if (!page) throw new Error(`No page of ${stage}`);
  return page;
};
const column = (request: PageRequest) => inStage('leads', request);
const newestFirst = async () => (await app.container.services.analyst.leads.first(SERVER, {}, 10_000)).map(({ name }) => name);

/** Goes through a whole list; answers the names in the order they were read. */
async function walk(read: (request: PageRequest) => Promise<Page<Lead>>, size: number, backwards = false): Promise<string[]> {
  const pages: string[][] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Page<Lead> = await read(backwards ? { last: size, before: cursor } : { first: size, after: cursor });
    const names = page.rows.map(({ name }) => name);
    const more = backwards ? page.hasPrevious : page.hasNext;
    expect(names.length === size || !more).toBe(true);
    expect(backwards ? page.hasNext : page.hasPrevious).toBe(cursor !== null);
    pages.push(names);
    const edge = backwards ? page.rows[0] : page.rows.at(-1);
    if (!more || !edge) return (backwards ? pages.toReversed() : pages).flat();
    cursor = page.cursor(edge);
  }
}

describe('going through a list', () => {
  it.each([1, 2, 3, 5, 10, 11, 12, 100])('by pages of %i shows every row once, forwards and backwards', async (size) => {
    const names = await newestFirst();
    for (const read of [all, column]) {
      expect(await walk(read, size)).toEqual(names);
      expect(await walk(read, size, true)).toEqual(names);
    }
  });

  it('changes direction at any cursor', async () => {
    const first = await all({ first: 4 });
    const second = await all({ first: 4, after: first.cursor(first.rows.at(-1) ?? (await add('never'))) });
    const back = await all({ last: 4, before: second.cursor(second.rows[0] ?? (await add('never'))) });
    expect(back.rows).toEqual(first.rows);
    expect([back.hasPrevious, back.hasNext]).toEqual([false, true]);
  });

  it('returns twenty rows by default, none for `first: 0`, and the total only on request', async () => {
    expect((await all({})).rows).toHaveLength(11);
    const none = await all({ first: 0 });
    expect([none.rows, none.hasNext, await none.total()]).toEqual([[], true, 11]);
    const empty = await app.container.services.analyst.leads.page(SERVER, { filter: leadFilter({ search: 'nobody' }) }, { first: 5 });
    expect([empty.rows, empty.hasNext, empty.hasPrevious, await empty.total()]).toEqual([[], false, false, 0]);
  });

  it('stays correct while rows are added and removed', async () => {
    const before = await newestFirst();
    const first = await all({ first: 3 });
    const edge = first.rows.at(-1);
    const cursor = edge ? first.cursor(edge) : '';
    const newer = await add('Came in between');
    await app.container.db.prisma.lead.delete({ where: { id: edge?.id } });
    const rest = await all({ first: 100, after: cursor });
    expect(rest.rows.map(({ name }) => name)).toEqual(before.slice(3));
    const again = await all({ last: 100, before: cursor });
    expect(again.rows.map(({ name }) => name)).toEqual(['Came in between', ...before.slice(0, 2)]);
    await app.container.db.prisma.lead.delete({ where: { id: newer.id } });
  });
});

describe('a request for a page', () => {
  it.each([
    [{ first: -1 }, '`first` is -1; a page has 0 to 100 rows. Use `after` to load the next page.'],
    [{ first: 101 }, '`first` is 101; a page has 0 to 100 rows. Use `after` to load the next page.'],
    [{ last: 101 }, '`last` is 101; a page has 0 to 100 rows. Use `before` to load the next page.'],
    [{ last: -5 }, '`last` is -5; a page has 0 to 100 rows. Use `before` to load the next page.'],
    [{ first: 1.5 }, '`first` is 1.5; a page has 0 to 100 rows. Use `after` to load the next page.'],
    [{ first: 5, last: 5 }, 'Use either `first` or `last`, not both.'],
    [{ first: 5, before: 'x' }, 'Use `first` with `after`, and `last` with `before`.'],
    [{ last: 5, after: 'x' }, 'Use `first` with `after`, and `last` with `before`.'],
    [{ before: 'x' }, 'Use `first` with `after`, and `last` with `before`.'],
  ])('like %j is refused', async (request, message) => {
    await expect(all(request)).rejects.toThrow(message);
  });

  it('is refused in GraphQL as bad input, with the same words', async () => {
    const grace = await app.signUp('grace');
    const { data, errors } = await grace.graph('{ leads(first: 101) { nodes { id } } }');
    expect([data, errors]).toMatchObject([
      null,
      [
        {
          message: '`first` is 101; a page has 0 to 100 rows. Use `after` to load the next page.',
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ],
    ]);
  });
});

describe('a cursor', () => {
  const encoded = (keys: unknown) => Buffer.from(JSON.stringify(keys)).toString('base64url');

  it('of another list is refused', async () => {
    const page = await all({ first: 1 });
    const [lead] = page.rows;
    const cursor = lead ? page.cursor(lead) : '';
    await expect(app.container.services.analyst.customers.page(SERVER, {}, { after: cursor })).rejects.toThrow(
      '`after` is no cursor of this list in this order. Begin again without it.',
    );
    await expect(column({ after: cursor })).rejects.toThrow('`after` is no cursor of this list in this order. Begin again without it.');
    const inColumn = await column({ first: 1 });
    const stageCursor = inColumn.rows.map(inColumn.cursor)[0];
    await expect(inStage('won', { last: 1, before: stageCursor })).rejects.toThrow(
      '`before` is no cursor of this list in this order. Begin again without it.',
    );
  });

  it.each([
    ['nothing', ''],
    ['no code', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no list', encoded({ list: 'leads' })],
    ['null', encoded(null)],
    ['too short', encoded(['leads'])],
    ['too long', encoded(['leads', 'a', 'b'])],
    ['a number', encoded(['leads', 5])],
    ['null inside', encoded(['leads', null])],
    ['an object', encoded(['leads', { at: '2026-11-20T09:30:00.000Z' }])],
    ['NUL', encoded(['leads', 'a\u0000'])],
    ['half a character', encoded(['leads', '\ud800'])],
  ])('made up of %s is rejected', async (_what, cursor) => {
    await expect(all({ after: cursor })).rejects.toThrow('`after` is no cursor of this list in this order. Begin again without it.');
  });

  it.each([
    ['text', 'x'],
    ['no timestamp', 'yesterday'],
    ['an object', { at: '2026-11-20T09:30:00.000Z' }],
    ['a time before the year 1', String(Date.UTC(-500, 0))],
    ['a time after the year 9999', String(Date.UTC(275_760, 8))],
    ['nothing', null],
  ])('with %s where a timestamp belongs is refused', async (_what, key) => {
    await expect(column({ after: encoded(['stage leads', key, 'x']) })).rejects.toThrow(
      '`after` is no cursor of this list in this order. Begin again without it.',
    );
    await expect(
      app.container.services.analyst.orders.page(SERVER, {}, { after: encoded(['order by createdAt- id-', key, 'x']) }),
    ).rejects.toThrow('`after` is no cursor of this list in this order. Begin again without it.');
  });

  it.each([
    ['text', 'five'],
    ['a number too large', '9'.repeat(19)],
    ['a negative number', '-1'],
    ['a number that is no text', 5],
  ])('with %s where a number belongs is refused', async (_what, key) => {
    await expect(app.container.services.analyst.events.page(ada, {}, { after: encoded(['event by cursor-', key]) })).rejects.toThrow(
      '`after` is no cursor of this list in this order. Begin again without it.',
    );
  });

  it('marks a position, not a row: it also works for rows that never existed', async () => {
    const { rows } = await all({ first: 100, after: encoded(['lead by id-', '']) });
    expect(rows).toEqual([]);
    expect((await column({ first: 100, after: encoded(['stage leads', String(Date.UTC(9999, 11, 31)), '']) })).rows).toHaveLength(10);
  });
});
