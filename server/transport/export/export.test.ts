import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SERVER } from '#domain/viewer.ts';
import { bulkSeed } from '#server/testing/bulk-seed.ts';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';

let app: TestApp;
let other: TestApp;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({ beside: app });
  ada = await app.signUp('ada');
  bob = await app.signUp('bob');
  await bulkSeed(app.container.db, { customers: 300, leads: 6_000, calls: 200, orders: 100 });
  // More than a connection holds while nobody reads.
  await app.container.db.pool.query(`update leads set notes = repeat('x', 4000)`);
}, 60_000);
afterAll(async () => {
  await other.close();
  await app.close();
});

interface Download {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

async function download(
  question: Record<string, unknown>,
  { caller = ada, headers = {} }: { caller?: Caller; headers?: object } = {},
): Promise<Download> {
  const address = new URLSearchParams(
    Object.entries(question).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
  );
  const answer = await fetch(`${app.url}/export?${address}`, { headers: { cookie: caller.cookie(), ...headers } });
  return {
    status: answer.status,
    headers: answer.headers,
    text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()),
  };
}

const lines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const exporting = async () => {
  const { rows } = await app.container.db.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where application_name = 'callboard-export' and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
};

/** Begins a large export and does not read on until it is let go. */
function begin(cookie: string, url = app.url): Promise<{ status: number; letGo(): void }> {
  const address = `${url}/export?noun=lead&relations=1`;
  return new Promise((resolve, reject) => {
    const request = httpRequest(address, { headers: { cookie } }, (answer) => {
      answer.pause();
      answer.on('error', () => undefined);
      resolve({ status: answer.statusCode ?? 0, letGo: () => request.destroy() });
    });
    request.on('error', reject);
    request.end();
  });
}

it('ends when its client reads nothing, and its slot is free for another', async () => {
  const impatient = await createTestApp({ beside: app, env: { EXPORT_STALL_TIMEOUT_MS: '1000' } });
  const stalled = await Promise.all([begin(bob.cookie(), impatient.url), begin(bob.cookie(), impatient.url)]);
  expect(stalled.map(({ status }) => status)).toEqual([200, 200]);
  const third = await begin(bob.cookie(), impatient.url);
  expect(third.status).toBe(429);
  await until(async () => (await exporting()) === 0);
  const again = await begin(bob.cookie(), impatient.url);
  expect(again.status).toBe(200);
  for (const { letGo } of [...stalled, third, again]) letGo();
  await until(async () => (await exporting()) === 0);
  await impatient.close();
});

describe('an export', () => {
  it('has every row of the list, in its order, with the row count before and after', async () => {
    const trailers = await new Promise<{ total: unknown; after: unknown; rows: number }>((resolve, reject) => {
      const request = httpRequest(`${app.url}/export?noun=lead`, { headers: { cookie: ada.cookie() } }, (answer) => {
        let rows = 0;
        answer.setEncoding('utf8');
        answer.on('data', (part: string) => {
          rows += part.split('\n').length - 1;
        });
        answer.on('end', () => resolve({ total: answer.headers['x-total-count'], after: answer.trailers['callboard-rows'], rows }));
      });
      request.on('error', reject);
      request.end();
    });
    expect(trailers).toEqual({ total: '6000', after: '6000', rows: 6_000 });

    const orderBy = [{ field: 'value', direction: 'DESC' }];
    const { text, headers } = await download({ noun: 'lead', where: { stage: { eq: 'won' } }, orderBy });
    const listed = await ada.graph(
      `query($orderBy: [LeadOrder!]) { leads(first: 100, where: { stage: { eq: won } }, orderBy: $orderBy) { totalCount nodes { id name value createdAt stage } } }`,
      { orderBy },
    );
    const rows = lines(text);
    expect(listed.errors).toBeUndefined();
    expect(rows.slice(0, 100).map(({ id, name, value, createdAt, stage }) => ({ id, name, value, createdAt, stage }))).toEqual(
      Object(listed.data).leads.nodes,
    );
    expect([rows.length, Number(headers.get('x-total-count'))]).toEqual([Object(listed.data).leads.totalCount, rows.length]);
  });

  it('is CSV a spreadsheet shows and never runs; numbers stay numbers, quotes and line breaks stay whole', async () => {
    const made = await bob.rest.post('/api/leads', {
      name: '=cmd|calc',
      company: 'A "B"; C, D',
      phone: '+49 30 1',
      email: '',
      value: '12.50',
    });
    const { text, headers, status } = await download({
      noun: 'lead',
      format: 'csv',
      bom: '1',
      columns: 'name,company,phone,value,email,customer.name',
      where: { id: { eq: idOf(made.body) } },
    });
    expect(status).toBe(200);
    expect(text).toBe(`\ufeffname,company,phone,value,email,customer.name\r\n'=cmd|calc,"A ""B""; C, D",'+49 30 1,12.50,,\r\n`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="leads-2026-11-20.csv"');
  });

  it('a HEAD request takes none of the concurrent exports', async () => {
    const head = await fetch(`${app.url}/export?noun=lead`, { method: 'HEAD', headers: { cookie: ada.cookie() } });
    expect(head.status).toBe(404);
    expect(await exporting()).toBe(0);
  });

  it('is packed for those who take it packed, and the same', async () => {
    const [plain, packed] = [
      await download({ noun: 'customer' }, { headers: { 'accept-encoding': 'identity' } }),
      await download({ noun: 'customer' }, { headers: { 'accept-encoding': 'gzip' } }),
    ];
    expect([plain.headers.get('content-encoding'), packed.headers.get('content-encoding')]).toEqual([null, 'gzip']);
    expect(packed.text).toBe(plain.text);
  });

  it('has the columns of relations when they are wanted', async () => {
    const [row] = lines(
      (await download({ noun: 'lead', relations: '1', where: { customerId: { isNull: false } }, orderBy: [{ field: 'id' }] })).text,
    );
    const { data } = await ada.graph('query($id: ID!) { customer(id: $id) { name } }', { id: Object(row)['customer.id'] });
    expect(Object(row)['customer.name']).toBe(Object(data).customer.name);
    expect(Object(row)['customer.id']).toBe(Object(row).customerId);
  });

  it('of groups has all of them, with their numbers', async () => {
    const groups = { by: [{ field: 'stage' }], numbers: [{ of: 'COUNT' }, { of: 'SUM', field: 'value' }], orderBy: [{ key: 'stage' }] };
    const rows = lines((await download({ noun: 'lead', groups })).text);
    const { data } = await ada.graph(
      '{ leadGroups(by: [{ field: stage }], orderBy: [{ key: stage }]) { nodes { key { stage } count sum { value } } } }',
    );
    expect(rows).toEqual(
      Object(data).leadGroups.nodes.map((each: { key: { stage: string }; count: number; sum: { value: string } }) => ({
        stage: each.key.stage,
        count: each.count,
        'sum.value': each.sum.value,
      })),
    );
  });

  it('is a snapshot: later changes are not in it', async () => {
    const { total, content } = await app.container.exports.open(
      SERVER,
      { noun: 'customer', format: 'jsonl', bom: false, list: {}, columns: ['id'], relations: false, groups: null },
      new AbortController().signal,
    );
    await bob.rest.post('/api/customers', { name: 'Late' });
    let text = '';
    for await (const part of content) text += part;
    expect(lines(text)).toHaveLength(total);
  });
});

describe('a person', () => {
  it('may run two at once on all instances; other people do not wait, and a disconnect frees the connection', async () => {
    const [first, second] = [await begin(ada.cookie()), await begin(ada.cookie(), other.url)];
    expect([first.status, second.status, await exporting()]).toEqual([200, 200, 2]);
    const third = await download({ noun: 'customer' });
    expect([third.status, third.text]).toEqual([
      429,
      '{"message":"At most 2 exports per person may run at once. Wait until one finishes.","code":"TOO_MANY_IN_PROGRESS"}',
    ]);
    expect((await download({ noun: 'customer' }, { caller: bob })).status).toBe(200);
    first.letGo();
    second.letGo();
    await until(async () => (await exporting()) === 0);
    expect((await download({ noun: 'customer' })).status).toBe(200);
  });

  it('shares eight slots with everyone else', async () => {
    const callers = await Promise.all(['p1', 'p2', 'p3', 'p4', 'p5'].map((name) => app.signUp(name)));
    const open = await Promise.all(callers.slice(0, 4).flatMap((each) => [begin(each.cookie()), begin(each.cookie())]));
    const late = await download({ noun: 'customer' }, { caller: callers[4] });
    expect([late.status, late.text]).toEqual([
      429,
      '{"message":"At most 8 exports may run at once on this server. Try again in a moment.","code":"TOO_MANY_IN_PROGRESS"}',
    ]);
    for (const each of open) each.letGo();
    await until(async () => (await exporting()) === 0);
  });

  it('who disconnects while the database still works stops the query', async () => {
    const client = new AbortController();
    const where = { name: { contains: 'nobody' } };
    const { pool } = app.container.db;
    const blocker = await pool.connect();
    await blocker.query('begin; lock table leads in access exclusive mode');
    const opened = app.container.exports.open(
      { ...SERVER, id: 'somebody' },
      { noun: 'lead', format: 'csv', bom: false, list: { where }, columns: null, relations: false, groups: null },
      client.signal,
    );
    const outcome = opened.then(
      () => 'opened',
      () => 'stopped',
    );
    await until(async () => (await exporting()) === 1);
    client.abort();
    expect(await outcome).toBe('stopped');
    await blocker.query('rollback');
    blocker.release();
    await until(async () => (await exporting()) === 0);
  });

  it('may use a read-only token, and receives only their own data', async () => {
    const made = await ada.graph('mutation { createApiToken(input: { name: "x", scope: read }) { ... on CreatedApiToken { secret } } }');
    const secret = String(Object(made.data).createApiToken?.secret);
    const mine = await fetch(`${app.url}/export`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ noun: 'event', where: { kind: { eq: 'api_token.created' } }, columns: ['kind', 'actorId'] }),
    });
    expect([mine.status, lines(await mine.text()).length]).toEqual([200, 1]);
    const others = await download({ noun: 'event', where: { kind: { eq: 'api_token.created' } } }, { caller: bob });
    expect([others.status, others.text]).toEqual([200, '']);
  });

  it('who is not signed in gets nothing', async () => {
    const { status, text } = await download({ noun: 'lead' }, { caller: app.anonymous() });
    expect([status, text]).toEqual([401, '{"message":"Please sign in."}']);
  });
});
