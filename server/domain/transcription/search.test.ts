import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENTITIES } from '#domain/entities/entities.ts';
import type { PageRequest } from '#domain/page.ts';
import { encodeCursor } from '#domain/query/keyset.ts';
import { pageStatement } from '#domain/query/lists.ts';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { SUGGEST } from './link-suggestions.ts';
import { type TranscriptionFilter, transcriptionFilter } from './service.ts';

let app: TestApp;
let calls: Services['transcriptions'];
let ada: Viewer;

type Search = string | null | undefined;
const list = (search: Search, filter: TranscriptionFilter, page: PageRequest) =>
  app.container.services.analyst.transcriptions.page(SERVER, { filter: transcriptionFilter(search, filter) }, page);
const newest = (search: Search, limit: number) =>
  app.container.services.analyst.transcriptions.first(SERVER, { filter: transcriptionFilter(search) }, limit);
const titles = async (search: string) => (await newest(search, 50)).map(({ title }) => title);

const STORED = {
  Grinder: { content: 'Rep: The price list is here.\nCustomer: We will deliver the beans next week.', tags: ['quote'] },
  'Leaking Heron': { content: 'Customer: The Heron was delivered broken, and the list of prices is wrong.', tags: ['leak', 'warranty'] },
  '<b>Bold</b> & "quoted" deal': { content: 'Customer: <img src=x onerror=alert(1)> said the zeppelin pilot & co.', tags: ['<i>tag</i>'] },
} as const;

beforeAll(async () => {
  app = await createTestApp({
    assistant: createFixedAnalyst((content) => ({
      summary: `About: ${content.slice(0, 20)}`,
      tags: Object.values(STORED).find((call) => call.content === content)?.tags,
    })),
  });
  calls = app.container.services.transcriptions;
  ada = await signUpViewer(app, 'ada');
  for (const [title, { content }] of Object.entries(STORED)) {
    app.clock.advance(60_000);
    await calls.add(ada, { title, content });
  }
});
afterAll(() => app.close());

const [GRINDER, HERON, BOLD] = Object.keys(STORED);

describe('searching calls', () => {
  it('finds the same rows, with every column, that are read otherwise', async () => {
    const [found] = await newest('grinder', 50);
    expect(found?.updatedAt).toBeInstanceOf(Date);
    expect(found).toEqual(await app.container.db.prisma.transcription.findUniqueOrThrow({ where: { id: found?.id ?? '' } }));
  });

  it.each([
    ['grinder', [GRINDER]],
    ['quote', [BOLD, GRINDER]],
    ['warranty', [HERON]],
    ['deliver', [HERON, GRINDER]],
    ['delivering', [HERON, GRINDER]],
    ['deliv', [HERON, GRINDER]],
    ['her', [HERON]],
    ['zepp', [BOLD]],
    ['zepp pilot', []],
    ['price list', [HERON, GRINDER]],
    ['"price list"', [GRINDER]],
    ['"list of prices"', [HERON]],
    ['price -heron', [GRINDER]],
    ['list -"price list"', [HERON]],
    ['-price', [BOLD]],
    ['zeppelin or warranty', [BOLD, HERON]],
    ['"next week" or pilot', [BOLD, GRINDER]],
    ['HERON', [HERON]],
    ['the', []],
    ['the heron', [HERON]],
    ['bold deal', [BOLD]],
    ['pilot & co', [BOLD]],
    ["'; drop table transcriptions; --", []],
    ['"', []],
    ['-', []],
    ['""', []],
    [':*', []],
    ['! & | ( ) <-> \\', []],
    ["\\'", []],
    ['%', []],
    ['漢字', []],
    ['zeppelin\u0000', [BOLD]],
  ])('for %j finds %j', async (search, found) => {
    expect(await titles(search)).toEqual(found);
    const page = await list(search, {}, {});
    expect(page.rows.map(({ title }) => title)).toEqual(found);
    expect(await page.total()).toBe(found.length);
  });

  it('for nothing finds every call, newest first', async () => {
    for (const nothing of ['', '  ', null, undefined]) expect(await newest(nothing, 50)).toHaveLength(3);
  });

  it('for more than anyone types is refused', async () => {
    await expect(newest('x'.repeat(201), 1)).rejects.toThrow('Please keep this under 200 characters');
  });

  it('goes through pages in both directions, and within a filter', async () => {
    const search = 'customer';
    const first = await list(search, {}, { first: 2 });
    expect([first.rows.map(({ title }) => title), first.hasNext]).toEqual([[BOLD, HERON], true]);
    const cursor = (at: number) => first.cursor(first.rows[at] ?? expect.unreachable());
    const second = await list(search, {}, { first: 2, after: cursor(1) });
    expect([second.rows.map(({ title }) => title), second.hasNext]).toEqual([[GRINDER], false]);
    const before = await list(search, {}, { last: 1, before: cursor(1) });
    expect([before.rows.map(({ title }) => title), before.hasPrevious]).toEqual([[BOLD], false]);
    expect((await list(search, { type: 'support' }, {})).rows).toEqual([]);
    expect((await list(search, { type: 'sales', priority: 'low', sentiment: 'neutral' }, {})).rows).toHaveLength(3);
    expect((await list(search, { customerId: 'nobody' }, {})).rows).toEqual([]);
  });
});

describe('what was found', () => {
  const shown = async (search: string) => {
    const ids = (await newest(search, 50)).map(({ id }) => id);
    const found = await calls.matches(search, ids);
    const written = (parts: readonly { text: string; hit: boolean }[]) => parts.map(({ text, hit }) => (hit ? `[${text}]` : text)).join('');
    return ids.map((id) => (found.get(id) ?? []).map(({ field, parts }) => `${field}: ${written(parts)}`));
  };

  it('is shown in every field, a word by its beginning, a phrase as a whole', async () => {
    expect(await shown('warran')).toEqual([['tags: [warranty]']]);
    expect(await shown('"price list" -heron')).toEqual([
      ['summary: About: Rep: The [price] [list] ', 'content: [price] [list] is here.\nCustomer: We will deliver the beans next week'],
    ]);
    expect(await shown('her')).toEqual([
      [
        'title: Leaking [Heron]',
        'summary: About: Customer: The [Heron] ',
        'content: Customer: The [Heron] was delivered broken, and the list of prices is wrong',
      ],
    ]);
  });

  it('highlights every word by itself, anywhere in the text', async () => {
    expect(await shown('heron wrong')).toEqual([
      [
        'title: Leaking [Heron]',
        'summary: About: Customer: The [Heron] ',
        'content: Customer: The [Heron] was delivered broken, and the list of prices is [wrong]',
      ],
    ]);
    expect(await shown('warranty broken -zeppelin')).toEqual([
      ['tags: [warranty]', 'content: Customer: The Heron was delivered [broken], and the list of prices is wrong'],
    ]);
  });

  it('is the original text, including any markup in it', async () => {
    expect(await shown('bold')).toEqual([['title: <b>[Bold]</b> & "quoted" deal']]);
    expect(await shown('tag')).toEqual([['tags: <i>[tag]</i>']]);
    expect(await shown('zeppelin')).toEqual([
      [expect.stringMatching(/^content: .*<img src=x onerror=alert\(1\)> said the \[zeppelin\] pilot/)],
    ]);
  });

  it('is nothing where nothing was searched for', async () => {
    expect((await calls.matches('', ['any'])).size).toBe(0);
    expect((await calls.matches('heron', [])).size).toBe(0);
  });
});

describe('among many calls', () => {
  beforeAll(async () => {
    await app.container.db.pool.query(`
      insert into transcriptions (id, title, content, type, created_at)
      select 'bulk ' || n, 'Call ' || n, 'Customer: We talk about the machine and the month. ' || case when n % 1000 = 0 then 'An airship.' else '' end
          || case when n > 10000 and n % 97 = 0 or n <= 10000 and n % 5000 = 0 then 'A velocipede.' else '' end,
        'sales', timestamptz '2026-01-01' + n * interval '1 minute' from generate_series(1, 20000) as n;
      insert into customers (id, name, phone, created_at, updated_at) select 'bulk ' || n, 'Person ' || n, '555' || n, now(), now() from generate_series(1, 5000) as n;
      insert into leads (id, name, phone, stage_changed_at, created_at, updated_at) select 'bulk ' || n, 'Person ' || n, '555' || n, now(), now(), now() from generate_series(1, 5000) as n;
      analyze transcriptions; analyze customers; analyze leads`);
  }, 60_000);

  const plan = async (text: string, values: readonly unknown[]) => {
    const { rows } = await app.container.db.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };

  it.each(['airship', 'machine', 'machine month', '"the month"', 'mach', '-machine'])('an index answers %j', async (search) => {
    const cursor = encodeCursor('transcription by createdAt- id-', [String(new Date('2026-01-05').getTime()), 'bulk 1']);
    for (const page of [{ first: 20 }, { last: 20 }, { first: 20, after: cursor }, { last: 20, before: cursor }]) {
      const query = { filter: transcriptionFilter(search) };
      const { text, values } = pageStatement(ENTITIES.transcription, query, {}, page, { viewer: SERVER, now: new Date() });
      const steps = await plan(text, values);
      expect(steps).toContain('Bitmap Index Scan on transcriptions_words');
      expect(steps).not.toContain('Seq Scan');
    }
    expect(await newest(search, 21)).toBeInstanceOf(Array);
  });

  // Of the newest calls every 97th matches, of the older ones hardly any: some pages fill quickly by reading on, others only by the index.
  it.each(['velocipede', '"a velocipede"'])(
    'each page of %j continues where the previous one ended, in both directions',
    async (search) => {
      const said = Array.from({ length: 20_000 }, (_, at) => 20_000 - at).filter((n) => (n > 10_000 ? n % 97 === 0 : n % 5_000 === 0));
      const expected = said.map((n) => `bulk ${n}`);
      const pages = async (ask: (cursor: string | null) => ReturnType<typeof list>, backwards: boolean) => {
        const ids: string[] = [];
        for (let cursor: string | null = null, more = true; more; ) {
          const page = await ask(cursor);
          const [edge] = backwards ? page.rows : page.rows.toReversed();
          cursor = edge ? page.cursor(edge) : null;
          more = backwards ? page.hasPrevious : page.hasNext;
          ids.push(...(backwards ? page.rows.toReversed() : page.rows).map(({ id }) => id));
        }
        return ids;
      };
      expect(await pages((after) => list(search, {}, { first: 4, after }), false)).toEqual(expected);
      expect(await pages((before) => list(search, {}, { last: 4, before }), true)).toEqual(expected.toReversed());
      expect(await pages((after) => list(search, { type: 'support' }, { first: 4, after }), false)).toEqual([]);
    },
  );

  it('indexes answer who may have called', async () => {
    for (const among of ['customers', 'leads'] as const) {
      expect(await plan(SUGGEST[among], ['614 555 0131', ['Harborview Dental'], 3, null]), among).not.toContain('Seq Scan');
    }
  });
});
