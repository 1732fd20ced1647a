import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { idOf } from '#server/testing/stories.ts';
import { openWorld, type TestWorld } from '#server/testing/world.ts';
import { until } from '#server/testing/writer.ts';

let home: TestWorld;
let other: TestWorld;
let ada: Caller;
beforeAll(async () => {
  home = await openWorld();
  other = await openWorld({ beside: home });
  ada = await home.person('ada');
});
afterAll(async () => {
  await other.close();
  await home.close();
});

const upload = (content: string | Uint8Array<ArrayBuffer>, noun = 'customer', caller = ada) =>
  caller.rest.send(`/import?noun=${noun}&name=people.csv`, { method: 'POST', headers: { 'content-type': 'text/csv' }, body: content });

const ALL = 'id state total problemCount created updated undone kept columns done problems { number problem }';
const act = async (verb: string, id: string, more = '', world = ada) => {
  const { data, errors } = await world.graph(
    `mutation($id: ID!) { it: ${verb}(id: $id ${more}) { __typename ... on Import { ${ALL} } ... on Failure { message } } }`,
    { id },
  );
  expect(errors).toBeUndefined();
  return Object(data).it;
};
const check = (id: string, columns: readonly string[]) => act('checkImport', id, `columns: ${JSON.stringify(columns)}`);
const look = async (id: string) => {
  const { data, errors } = await ada.graph(`query($id: ID!) { import(id: $id) { ${ALL} } }`, { id });
  expect(errors).toBeUndefined();
  return Object(data).import;
};
const reaches = async (id: string, state: string) => {
  await until(async () => (await look(id)).state === state);
  // The work notes its own end a moment later.
  await until(async () => (await home.world.db.prisma.jobRun.count({ where: { name: 'import.work', finishedAt: null } })) === 0);
  return look(id);
};

/** Uploads, checks and imports a file. */
async function bring(content: string, noun = 'customer') {
  const { body } = await upload(content, noun);
  const id = idOf(body);
  const checked = await check(id, Object(body).columns);
  expect((await act('startImport', id)).__typename).toBe('Import');
  return { id, checked, done: await reaches(id, 'done') };
}

const customers = () => home.world.db.prisma.customer.findMany({ orderBy: { name: 'asc' } });

describe('a file', () => {
  const latin = new Uint8Array(Buffer.from('Name;E-mail\r\nJos\xe9 M\xfcller;jose@example.com\r\n', 'latin1'));
  it.each([
    ['UTF-8', 'Name,Email\nJosé,jo@example.com\n', 'utf-8', ',', ['Name', 'Email'], 1],
    ['a byte order mark and tabs', '\ufeffName\tPhone\nJosé\t1\n', 'utf-8', '\t', ['Name', 'Phone'], 1],
    ['Windows letters and semicolons', latin, 'windows-1252', ';', ['Name', 'E-mail'], 1],
    ['bars, quotes and line breaks in cells', 'Name|Notes\n"Jo ""J"" | Co"|"a\nb"\n', 'utf-8', '|', ['Name', 'Notes'], 1],
    ['empty rows', '\n\nName,Email\n,\nJo,\n\n', 'utf-8', ',', ['Name', 'Email'], 1],
  ])('with %s is read', async (_what, content, encoding, separator, header, total) => {
    const { status, body } = await upload(content);
    expect([status, body]).toMatchObject([201, { encoding, separator, header, total }]);
  });

  it.each([
    ['', 'The file has no rows. The first row names the columns, the others are imported.'],
    ['Name,Email\n', 'The file has no rows. The first row names the columns, the others are imported.'],
    ['Name\n"Jo\n', 'A cell of row 2 begins with a quotation mark, and there is none at its end.'],
    [`${'a,'.repeat(100)}a\nb\n`, 'The file has 101 columns; at most 100 are read.'],
  ])('like %j is refused with a sentence and leaves nothing', async (content, message) => {
    const before = await home.world.db.prisma.import.count();
    const { status, body } = await upload(content);
    expect([status, body]).toEqual([400, { message }]);
    expect(await home.world.db.prisma.import.count()).toBe(before);
  });

  it('is for customers or leads, of someone signed in, and CSV', async () => {
    expect((await upload('Name\nJo\n', 'order')).body).toEqual({ message: '`noun` is customer or lead.' });
    expect((await upload('Name\nJo\n', 'lead', home.stranger())).status).toBe(401);
    expect((await ada.rest.post('/import?noun=lead', { name: 'Jo' })).status).toBe(415);
  });
});

describe('a dry run', () => {
  it('tells of each row that cannot be taken, and imports nothing', async () => {
    const before = (await customers()).length;
    const { body } = await upload(
      `Full Name,Email,E-Mail,Phone\nJo,jo@,x,\n,amy@example.com,,\nMeg,meg@example.com,,\nMeg again,MEG@example.com,,\n${'x'.repeat(1_048_576)},,,\n`,
    );
    expect(Object(body).columns).toEqual(['name', 'email', '', 'phone']);
    expect(await check(idOf(body), Object(body).columns)).toMatchObject({
      state: 'ready',
      total: 5,
      problemCount: 4,
      problems: [
        { number: 2, problem: 'Email: Invalid email' },
        { number: 3, problem: 'Name: Name is required' },
        { number: 5, problem: 'Row 4 is the same customer already.' },
        { number: 6, problem: 'Name: Please keep this under 200 characters' },
      ],
    });
    expect((await customers()).length).toBe(before);
    for (const [columns, message] of [
      [['name'], 'The file has 4 columns; `columns` names 1.'],
      [['name', 'shoe', '', ''], 'A customer has no field "shoe".'],
      [['name', 'email', 'email', ''], 'Two columns are to be the Email; choose one of them.'],
      [['', 'email', '', ''], 'Say which column is the Name.'],
    ] as const)
      expect((await check(idOf(body), columns)).message).toBe(message);
  });

  it('comes first', async () => {
    const { body } = await upload('Name\nJo\n');
    expect((await act('startImport', idOf(body))).message).toBe('Check the file first.');
    expect((await act('undoImport', idOf(body))).message).toBe('There is nothing to undo.');
    expect((await act('startImport', 'nobody')).message).toBe('Import not found');
  });
});

describe('an import of customers', () => {
  it('adds who is new, changes who is known, leaves blanks alone, and is undone but for what was changed since', async () => {
    const { prisma } = home.world.db;
    const known = idOf((await ada.rest.post('/api/customers', { name: 'Beth', email: 'beth@example.com', company: 'Acme' })).body);
    const before = await prisma.customer.findUniqueOrThrow({ where: { id: known } });
    home.clock.pass(60_000);
    const { id, done } = await bring(
      `name,email,phone,company,shopify id\nBeth March,BETH@example.com,'+49 30 1,,\nLaurie,laurie@example.com,,Acme,77\nBad,bad@,,,\nJohn,john@example.com,,,\n`,
    );
    expect(done).toMatchObject({ total: 4, created: 2, updated: 1, problemCount: 1, done: 4 });
    expect(await prisma.customer.findUniqueOrThrow({ where: { id: known } })).toMatchObject({
      name: 'Beth March',
      email: 'BETH@example.com',
      phone: '+49 30 1',
      company: 'Acme',
    });
    const laurie = await prisma.customer.findFirstOrThrow({ where: { shopifyCustomerId: '77' } });
    const facts = await prisma.event.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } });
    expect(facts.map(({ kind, data }) => [kind, data])).toEqual([
      ['import.changed', { state: 'running' }],
      ['customers.imported', { count: 3 }],
      ['import.changed', { state: 'done' }],
    ]);
    const report = await ada.rest.get(`/import/${id}/report`);
    expect(String(report.body).split('\n').slice(0, 4)).toEqual([
      'row,outcome,problem,id',
      `2,updated,,${known}`,
      `3,created,,${laurie.id}`,
      '4,skipped,Email: Invalid email,',
    ]);

    await ada.rest.put(`/api/customers/${laurie.id}`, { phone: '5' });
    await prisma.customer.update({ where: { id: laurie.id }, data: { phone: '5' } });
    await act('undoImport', id);
    expect(await reaches(id, 'undone')).toMatchObject({ undone: 2, kept: 1 });
    expect(await prisma.customer.findUniqueOrThrow({ where: { id: known } })).toMatchObject({ ...before, updatedAt: home.clock.now() });
    expect(await prisma.customer.findFirst({ where: { name: 'John' } })).toBeNull();
    expect(await prisma.customer.findUnique({ where: { id: laurie.id } })).toMatchObject({ phone: '5' });
    expect((await act('undoImport', id)).message).toBe('There is nothing to undo.');
    expect((await act('startImport', id)).message).toBe('This file was imported already.');
  });

  it('brought in twice changes nothing the second time', async () => {
    const file = 'name,email\nAmy,amy@example.com\nMarmee,marmee@example.com\n';
    expect((await bring(file)).done).toMatchObject({ created: 2, updated: 0 });
    expect((await bring(file)).done).toMatchObject({ created: 0, updated: 0, done: 2 });
  });

  it('goes on after a fall where it stopped, each row once', async () => {
    const rows = Array.from({ length: 4_500 }, (_, row) => `Person ${row},p${row}@many.example`).join('\n');
    const { body } = await upload(`name,email\n${rows}\n`);
    const id = idOf(body);
    await check(id, Object(body).columns);
    const { pool, prisma } = home.world.db;
    // Somebody else takes the place that the second part would fill.
    await pool.query(`create function refuse_it() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await pool.query(
      `create trigger refuse_it before insert on customers for each row when (new.email = 'p3000@many.example') execute function refuse_it()`,
    );
    await act('startImport', id);
    await until(async () => (await prisma.jobRun.count({ where: { name: 'import.work', state: 'waiting' } })) > 0);
    expect(await prisma.customer.count({ where: { email: { endsWith: '@many.example' } } })).toBe(2_000);
    expect(await look(id)).toMatchObject({ state: 'running', created: 2_000 });
    await pool.query('drop trigger refuse_it on customers; drop function refuse_it()');
    await prisma.jobRun.updateMany({ where: { state: 'waiting' }, data: { state: 'failed', finishedAt: home.clock.now() } });
    await act('startImport', id);
    expect(await reaches(id, 'done')).toMatchObject({ created: 4_500 });
    expect(await prisma.customer.count({ where: { email: { endsWith: '@many.example' } } })).toBe(4_500);
  });
});

describe('an import of leads', () => {
  it('reads stages, sources and amounts as people write them, and tells other servers as it gets on', async () => {
    const bob = other.stranger();
    await bob.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
    const heard = bob.listen('subscription { importsChanged { import { state created } } }');
    await bob.graph('{ session { viewer { id } } }');
    const { id, done } = await bring(
      'Lead Name,Email,Deal value,Source,Status\nJo,jo@example.com,"$1,200.50",Trade Show,Follow up\nMeg,meg@example.com,oops,Website,\nAmy,,,fax,\n',
      'lead',
    );
    expect(done).toMatchObject({ created: 1, problemCount: 2 });
    expect(done.problems.map(({ number }: { number: number }) => number)).toEqual([3, 4]);
    const jo = await home.world.db.prisma.lead.findFirstOrThrow({ where: { email: 'jo@example.com' } });
    expect({ ...jo, value: String(jo.value) }).toMatchObject({
      name: 'Jo',
      value: '1200.5',
      source: 'trade_show',
      stage: 'needs_follow_up',
    });
    for (let last = ''; last !== 'done'; ) last = Object((await heard.next()).importsChanged).import.state;
    heard.stop();
    await act('undoImport', id);
    await reaches(id, 'undone');
    expect(await home.world.db.prisma.lead.count({ where: { email: 'jo@example.com' } })).toBe(0);
  });
});
