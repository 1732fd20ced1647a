import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withBusyConnections } from '#server/testing/busy-connections.ts';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { idOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { withLockedRow } from '#server/testing/with-locked-row.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const files = () => importer(ada);

describe('an undo', () => {
  const lead = (name: string) => app.container.db.prisma.lead.findFirstOrThrow({ where: { name } });
  const newLead = async (name: string) => idOf((await ada.rest.post('/api/leads', { name, email: `${name}@example.com` })).body);
  const change = async (id: unknown, input: Record<string, unknown>) => {
    const { errors } = await ada.graph(
      'mutation($id: ID!, $input: LeadChangesInput!) { updateLead(id: $id, input: $input) { ... on Failure { message } } }',
      { id, input },
    );
    expect(errors).toBeUndefined();
  };
  const move = (id: string, stage: string) => ada.rest.put(`/api/leads/${id}/stage`, { stage });

  it('restores a stage and when the lead came into it', async () => {
    const id = await newLead('Quinn');
    await move(id, 'quoted');
    const before = await lead('Quinn');
    app.clock.advance(86_400_000);
    const { id: importId } = await files().bring('name,email,stage\nQuinn,quinn@example.com,Won\n', 'lead');
    expect(await lead('Quinn')).toMatchObject({ stage: 'won', stageChangedAt: app.clock.now() });
    app.clock.advance(86_400_000);
    expect(await files().undo(importId)).toMatchObject({ undone: 1, kept: 0, keptRows: [] });
    expect(await lead('Quinn')).toEqual({ ...before, updatedAt: app.clock.now() });
  });

  it('of an import that has just ended works, even before its job is recorded as ended', async () => {
    await app.container.db.pool.query(`
      create function end_slowly() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return new; end $$;
      create trigger end_slowly before update on job_runs for each row when (new.state = 'done' and old.state <> 'done') execute function end_slowly()`);
    try {
      const { id } = await files().bring('name\nXenia\n', 'lead');
      expect(await files().undo(id)).toMatchObject({ undone: 1, kept: 0 });
    } finally {
      await app.container.db.pool.query('drop trigger end_slowly on job_runs; drop function end_slowly()');
    }
  });

  it('begins with one connection: it waits for no second one inside its transaction', async () => {
    const { id } = await files().bring('name\nPia\n', 'lead');
    await app.container.db.prisma.import.update({ where: { id }, data: { state: 'undoing', position: 0, done: 0 } });
    const undone = await withBusyConnections(app, 1, () => ada.graph('mutation ($id: ID!) { undoImport(id: $id) { __typename } }', { id }));
    expect(undone.data).toEqual({ undoImport: { __typename: 'Import' } });
    expect(await files().reaches(id, 'undone')).toMatchObject({ undone: 1 });
  });

  it('keeps newer changes, and gives the reason for each row it skips', async () => {
    for (const name of ['Rhea', 'Sara', 'Tess']) await newLead(name);
    const content =
      'name,email,stage,company\nRhea,rhea@example.com,Quoted,Acme\nSara,sara@example.com,Quoted,Acme\nTess,tess@example.com,,Acme\nUma,,,\nVida,,,\nWren,,,\n';
    const { id } = await files().bring(content, 'lead');
    app.clock.advance(60_000);
    const [rhea, sara, uma, vida] = await Promise.all(['Rhea', 'Sara', 'Uma', 'Vida'].map(lead));
    await change(rhea?.id, { company: 'Plumfield', notes: 'Call back' });
    // There and back: it reads as it did, and the day it came there is another.
    await move(String(sara?.id), 'won');
    app.clock.advance(60_000);
    await move(String(sara?.id), 'quoted');
    const customerId = idOf((await ada.rest.post('/api/customers', { name: 'Plumfield' })).body);
    await change(uma?.id, { customerId });
    await ada.rest.post('/api/transcriptions', { content: 'Rep: Hello.', leadId: vida?.id });
    const kept = await Promise.all(['Rhea', 'Sara', 'Uma', 'Vida'].map(lead));
    expect(await files().undo(id)).toMatchObject({
      undone: 2,
      kept: 4,
      problems: [],
      keptRows: [
        { number: 2, problem: 'Changed since the import: Company and Notes.' },
        { number: 3, problem: 'Changed since the import: Stage.' },
        { number: 5, problem: 'In use: has a customer.' },
        { number: 6, problem: 'In use: has a contact and calls.' },
      ],
    });
    expect(await Promise.all(['Rhea', 'Sara', 'Uma', 'Vida'].map(lead))).toEqual(kept);
    expect(await lead('Tess')).toMatchObject({ company: null });
    expect(await app.container.db.prisma.lead.count({ where: { name: 'Wren' } })).toBe(0);
    const report = String((await ada.rest.get(`/import/${id}/report`)).body).split('\n');
    expect(report.map((line) => line.split(',').slice(0, 3).join(','))).toContain('6,kept,In use: has a contact and calls.');
  });

  it('skips a record that was changed and changed back', async () => {
    const { id: leads } = await files().bring('name,email\nZara,zara@example.com\n', 'lead');
    const zara = await lead('Zara');
    await change(zara.id, { notes: 'Call back' });
    await change(zara.id, { notes: null });
    expect(await files().undo(leads)).toMatchObject({
      undone: 0,
      kept: 1,
      keptRows: [{ number: 2, problem: 'Edited since the import.' }],
    });
    const { id: customers } = await files().bring('name,email\nAbby,abby@example.com\n');
    const abby = await app.container.db.prisma.customer.findFirstOrThrow({ where: { name: 'Abby' } });
    for (const company of ['Acme', null])
      expect(
        (
          await ada.graph(
            'mutation($id: ID!, $input: CustomerChangesInput!) { updateCustomer(id: $id, input: $input) { ... on Failure { message } } }',
            { id: abby.id, input: { company } },
          )
        ).errors,
      ).toBeUndefined();
    expect(await files().undo(customers)).toMatchObject({ undone: 0, kept: 1 });
  });

  it.each([
    ['customers', 'customer'],
    ['leads', 'lead'],
  ] as const)('keeps rows of %s that any table references by a foreign key', async (table, noun) => {
    const { pool } = app.container.db;
    await pool.query(`create table site_visits (id int primary key, visited text references ${table} (id) on delete cascade)`);
    try {
      const { id } = await files().bring('name\nVisited\nAlone\n', noun);
      await pool.query(`insert into site_visits select 1, id from ${table} where name = 'Visited'`);
      expect(await files().undo(id)).toMatchObject({
        undone: 1,
        kept: 1,
        keptRows: [{ number: 2, problem: 'In use: has site visits.' }],
      });
      const { rows } = await pool.query(`select name from ${table} where name in ('Visited', 'Alone')`);
      expect(rows).toEqual([{ name: 'Visited' }]);
      expect((await pool.query('select id from site_visits')).rows).toEqual([{ id: 1 }]);
    } finally {
      await pool.query('drop table site_visits');
    }
  });

  it('leaves who is worked with at the same moment', async () => {
    const { prisma } = app.container.db;
    const { id } = await files().bring('name,email\nXena,xena@example.com\n');
    const { id: customerId } = await prisma.customer.findFirstOrThrow({ where: { name: 'Xena' } });
    const leadId = await newLead('Yves');
    const undone = await withLockedRow(app.container.db, ['update leads set customer_id = $2 where id = $1', leadId, customerId], () =>
      files().undo(id),
    );
    expect(undone).toMatchObject({ undone: 0, kept: 1, keptRows: [{ number: 2, problem: 'In use: has leads.' }] });
    expect(await lead('Yves')).toMatchObject({ customerId });
  });
});
