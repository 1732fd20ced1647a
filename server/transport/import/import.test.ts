import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';

let app: TestApp;
let other: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({ beside: app });
  ada = await app.signUp('ada');
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const files = () => importer(ada);
const customers = () => app.container.db.prisma.customer.findMany({ orderBy: { name: 'asc' } });

describe('a file', () => {
  it('is for known types of records, of someone signed in, and CSV', async () => {
    expect((await files().upload('Name\nJo\n', 'order')).body).toEqual({ message: '`noun` must be customer, lead or trainingItem.' });
    expect((await importer(app.anonymous()).upload('Name\nJo\n', 'lead')).status).toBe(401);
    expect((await ada.rest.post('/import?noun=lead', { name: 'Jo' })).status).toBe(415);
  });
});

describe('a dry run', () => {
  it('reports each invalid row, and imports nothing', async () => {
    const before = (await customers()).length;
    const { body } = await files().upload(
      `Full Name,Email,E-Mail,Phone\nJo,jo@,x,\n,amy@example.com,,\nMeg,meg@example.com,,\nMeg again,MEG@example.com,,\n${'x'.repeat(1_048_576)},,,\n`,
    );
    expect(Object(body).columns).toEqual(['name', 'email', '', 'phone']);
    expect(await files().check(idOf(body), Object(body).columns)).toMatchObject({
      state: 'ready',
      total: 5,
      problemCount: 4,
      problems: [
        { number: 2, problem: 'Email: Invalid email' },
        { number: 3, problem: 'Name: Name is required' },
        { number: 5, problem: 'Same customer as row 4.' },
        { number: 6, problem: 'Name: Please keep this under 200 characters' },
      ],
    });
    expect((await customers()).length).toBe(before);
    for (const [columns, message] of [
      [['name'], 'The file has 4 columns, but `columns` has 1.'],
      [['name', 'shoe', '', ''], 'A customer has no field "shoe".'],
      [['name', 'email', 'email', ''], 'Two columns are mapped to Email. Choose one.'],
      [['', 'email', '', ''], 'Map a column to Name.'],
    ] as const)
      expect((await files().check(idOf(body), columns)).message).toBe(message);
  });

  it('predicts how many rows are new, changed, unchanged and invalid, as the import then finds', async () => {
    await ada.rest.post('/api/customers', { name: 'Una', email: 'una@example.com', phone: '555 0199 001', company: 'Acme' });
    await ada.rest.post('/api/customers', { name: 'Vera', email: 'vera@example.com', company: 'Acme' });
    // Two rows mean Una, who is known by either; the first counts.
    const content =
      'name,email,phone,company\nUna,UNA@example.com,,Plumfield\nVera,vera@example.com,,Acme\nWilla,willa@example.com,,\nXenia,,,\nUna,,5550199001,\nBad,bad@,,\n';
    const { id, checked, done } = await files().bring(content);
    expect(checked).toMatchObject({ total: 6, wouldCreate: 2, wouldUpdate: 1, wouldKeep: 1, problemCount: 2 });
    expect(checked.problems).toEqual([
      { number: 6, problem: 'Same customer as row 2.' },
      { number: 7, problem: 'Email: Invalid email' },
    ]);
    expect(done).toMatchObject({ created: 2, updated: 1, problemCount: 2 });
    await files().undo(id);
  });

  it('comes first', async () => {
    const { body } = await files().upload('Name\nJo\n');
    expect((await files().act('startImport', idOf(body))).message).toBe('Check the file first.');
    expect((await files().act('undoImport', idOf(body))).message).toBe('There is nothing to undo.');
    expect((await files().act('startImport', 'nobody')).message).toBe('Import not found');
  });
});

describe('an import of customers', () => {
  it('adds who is new, changes who is known, leaves blanks alone, and is undone but for what was changed since', async () => {
    const { prisma } = app.container.db;
    const known = idOf((await ada.rest.post('/api/customers', { name: 'Beth', email: 'beth@example.com', company: 'Acme' })).body);
    const before = await prisma.customer.findUniqueOrThrow({ where: { id: known } });
    app.clock.advance(60_000);
    const { id, done } = await files().bring(
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
    await files().act('undoImport', id);
    expect(await files().reaches(id, 'undone')).toMatchObject({ undone: 2, kept: 1 });
    expect(await prisma.customer.findUniqueOrThrow({ where: { id: known } })).toMatchObject({ ...before, updatedAt: expect.any(Date) });
    expect(await prisma.customer.findFirst({ where: { name: 'John' } })).toBeNull();
    expect(await prisma.customer.findUnique({ where: { id: laurie.id } })).toMatchObject({ phone: '5' });
    expect((await files().act('undoImport', id)).message).toBe('There is nothing to undo.');
    expect((await files().act('startImport', id)).message).toBe('This file has already been imported.');
  });

  it('brought in twice changes nothing the second time', async () => {
    const file = 'name,email\nAmy,amy@example.com\nMarmee,marmee@example.com\n';
    expect((await files().bring(file)).done).toMatchObject({ created: 2, updated: 0 });
    expect((await files().bring(file)).done).toMatchObject({ created: 0, updated: 0, done: 2 });
  });

  it('resumes after a crash where it stopped, each row once', async () => {
    const rows = Array.from({ length: 4_500 }, (_, row) => `Person ${row},p${row}@many.example`).join('\n');
    const { body } = await files().upload(`name,email\n${rows}\n`);
    const id = idOf(body);
    await files().check(id, Object(body).columns);
    const { pool, prisma } = app.container.db;
    // Another user creates the record that the second batch would create.
    await pool.query(`create function refuse_it() returns trigger language plpgsql as $$ begin raise 'no'; end $$`);
    await pool.query(
      `create trigger refuse_it before insert on customers for each row when (new.email = 'p3000@many.example') execute function refuse_it()`,
    );
    await files().act('startImport', id);
    await until(async () => (await prisma.jobRun.count({ where: { name: 'import.work', state: 'waiting' } })) > 0);
    expect(await prisma.customer.count({ where: { email: { endsWith: '@many.example' } } })).toBe(2_000);
    expect(await files().look(id)).toMatchObject({ state: 'running', created: 2_000 });
    await pool.query('drop trigger refuse_it on customers; drop function refuse_it()');
    await prisma.jobRun.updateMany({ where: { state: 'waiting' }, data: { state: 'failed', finishedAt: app.clock.now() } });
    await files().act('startImport', id);
    expect(await files().reaches(id, 'done')).toMatchObject({ created: 4_500 });
    expect(await prisma.customer.count({ where: { email: { endsWith: '@many.example' } } })).toBe(4_500);
  });
});

describe('an import of leads', () => {
  it('accepts stages, sources and amounts as people write them, and publishes its progress to other instances', async () => {
    const bob = other.anonymous();
    await bob.rest.post('/api/auth/login', { username: 'ada', password: 'correct horse' });
    const changes = bob.subscribe('subscription { importsChanged { import { state created } } }');
    await bob.graph('{ session { viewer { id } } }');
    const { id, done } = await files().bring(
      'Lead Name,Email,Deal value,Source,Status\nJo,jo@example.com,"$1,200.50",Trade Show,Follow up\nMeg,meg@example.com,oops,Website,\nAmy,,,fax,\n',
      'lead',
    );
    expect(done).toMatchObject({ created: 1, problemCount: 2 });
    expect(done.problems.map(({ number }: { number: number }) => number)).toEqual([3, 4]);
    const jo = await app.container.db.prisma.lead.findFirstOrThrow({ where: { email: 'jo@example.com' } });
    expect({ ...jo, value: String(jo.value) }).toMatchObject({
      name: 'Jo',
      value: '1200.5',
      source: 'trade_show',
      stage: 'needs_follow_up',
    });
    for (let last = ''; last !== 'done'; ) last = Object((await changes.next()).importsChanged).import.state;
    changes.stop();
    await files().act('undoImport', id);
    await files().reaches(id, 'undone');
    expect(await app.container.db.prisma.lead.count({ where: { email: 'jo@example.com' } })).toBe(0);
  });
});

it('the list of imports is of everyone, or of oneself, the newest first', async () => {
  const bob = await app.signUp('bob');
  const { id } = await importer(bob).bring('name\nZelda\n', 'lead');
  const { body } = await importer(bob).upload('name\nYves\n');
  const list = async (caller: Caller, args: string) => {
    const { data } = await caller.graph(`{ imports${args} { id state fileName created } }`);
    return Object(data).imports.map((each: { id: string }) => each.id);
  };
  expect((await list(bob, '')).slice(0, 2)).toEqual([idOf(body), id]);
  expect((await list(bob, '')).length).toBeGreaterThan(2);
  expect(await list(bob, '(mine: true)')).toEqual([idOf(body), id]);
  expect(await list(bob, '(mine: true, noun: lead)')).toEqual([id]);
  expect(await list(ada, '(mine: true)')).not.toContain(id);
});
