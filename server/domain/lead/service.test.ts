import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/writer.ts';
import { type LeadFilter, leadFilter } from './service.ts';

let app: TestApp;
let services: Services;
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  services = app.container.services;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const facts = async (id: string) => (await eventsOf(app.container.db, id)).map(({ kind, data }) => ({ kind, data }));

describe('a new lead', () => {
  it('starts in the first column, and its event names its author', async () => {
    const customer = await services.customers.create(ada, { name: 'Ada Lovelace' });
    const lead = await services.leads.create(ada, { name: 'Jo March', value: 1250.5, customerId: customer.id, stage: 'won', id: 'mine' });
    expect(lead).toMatchObject({ name: 'Jo March', stage: 'leads', source: 'website', customerId: customer.id });
    expect(lead.id).not.toBe('mine');
    expect(lead.value?.toFixed(2)).toBe('1250.50');
    expect(await eventsOf(app.container.db, lead.id)).toMatchObject([
      {
        kind: 'lead.created',
        subjectType: 'lead',
        actorId: ada.id,
        customerId: customer.id,
        data: { name: 'Jo March', stage: 'leads' },
        at: app.clock.now(),
      },
    ]);
  });

  it('of an unknown customer stores nothing', async () => {
    const before = await app.container.db.prisma.event.count();
    await expect(services.leads.create(ada, { name: 'Nobody’s', customerId: 'nobody' })).rejects.toThrow('Customer not found');
    expect(await app.container.db.prisma.lead.count({ where: { name: 'Nobody’s' } })).toBe(0);
    expect(await app.container.db.prisma.event.count()).toBe(before);
  });
});

describe('changing a lead', () => {
  it('writes the fields that differ and lists them in the event', async () => {
    const lead = await services.leads.create(ada, { name: 'Amy', phone: '1', company: 'Acme', value: '10' });
    app.clock.advance(60_000);
    const changed = await services.leads.update(ada, lead.id, { name: 'Amy', phone: '2', company: '', value: '10.00', notes: 'null' });
    expect(changed).toMatchObject({
      name: 'Amy',
      phone: '2',
      company: null,
      notes: 'null',
      updatedAt: app.clock.now(),
      createdAt: lead.createdAt,
    });
    expect((await facts(lead.id)).at(-1)).toEqual({
      kind: 'lead.updated',
      data: { changed: ['phone', 'company', 'notes'], stage: 'leads' },
    });
  });

  it('distinguishes a missing company from one that is called null', async () => {
    const lead = await services.leads.create(ada, { name: 'Null & Sons' });
    expect(await services.leads.update(ada, lead.id, { company: 'null' })).toMatchObject({ company: 'null' });
    expect((await facts(lead.id)).at(-1)).toMatchObject({ data: { changed: ['company'] } });
  });

  it('to what it was already writes nothing', async () => {
    const lead = await services.leads.create(ada, { name: 'Meg', email: 'meg@example.com', value: '7.5' });
    app.clock.advance(60_000);
    expect(
      await services.leads.update(ada, lead.id, { name: ' Meg ', email: 'meg@example.com', value: 7.5, phone: '', source: 'website' }),
    ).toEqual(lead);
    expect(await services.leads.update(ada, lead.id, {})).toEqual(lead);
    expect(await services.leads.find(SERVER, lead.id)).toEqual(lead);
    expect(await facts(lead.id)).toHaveLength(1);
  });

  it('links it to a customer and takes the link away', async () => {
    const customer = await services.customers.create(ada, { name: 'Linked' });
    const lead = await services.leads.create(ada, { name: 'Link' });
    await services.leads.update(ada, lead.id, { customerId: customer.id });
    await services.leads.update(ada, lead.id, { customerId: null });
    expect(await eventsOf(app.container.db, lead.id)).toMatchObject([
      { customerId: null },
      { customerId: customer.id },
      { customerId: null },
    ]);
    await expect(services.leads.update(ada, lead.id, { customerId: 'nobody' })).rejects.toThrow('Customer not found');
  });

  it('that does not exist, or with invalid values, is rejected', async () => {
    const lead = await services.leads.create(ada, { name: 'Beth' });
    await expect(services.leads.update(ada, 'nobody', { name: 'X' })).rejects.toThrow('Lead not found');
    await expect(services.leads.update(ada, lead.id, { name: ' ' })).rejects.toThrow('Name is required');
    await expect(services.leads.update(ada, lead.id, { email: 'x' })).rejects.toThrow('Invalid email');
    expect(await services.leads.find(SERVER, lead.id)).toEqual(lead);
  });
});

describe('moving a lead', () => {
  it('writes the row and the event together', async () => {
    const lead = await services.leads.create(ada, { name: 'Mover' });
    app.clock.advance(60_000);
    const moved = await services.leads.move(ada, lead.id, 'won');
    expect(moved).toEqual({ ...lead, stage: 'won', stageChangedAt: app.clock.now(), updatedAt: app.clock.now() });
    expect(await services.leads.find(SERVER, lead.id)).toEqual(moved);
    expect((await eventsOf(app.container.db, lead.id)).at(-1)).toMatchObject({
      kind: 'lead.moved',
      actorId: ada.id,
      data: { from: 'leads', to: 'won' },
      at: app.clock.now(),
    });
  });

  it('to its current stage does nothing', async () => {
    const lead = await services.leads.create(ada, { name: 'Stayer' });
    app.clock.advance(60_000);
    expect(await services.leads.move(ada, lead.id, 'leads')).toEqual(lead);
    expect(await services.leads.find(SERVER, lead.id)).toEqual(lead);
    expect(await facts(lead.id)).toHaveLength(1);
  });

  it('that does not exist, or to an unknown column, is rejected', async () => {
    const lead = await services.leads.create(ada, { name: 'Lost' });
    await expect(services.leads.move(ada, 'nobody', 'won')).rejects.toThrow('Lead not found');
    for (const stage of ['lost', null, undefined, 3])
      await expect(services.leads.move(ada, lead.id, stage)).rejects.toThrow('Unknown stage');
    expect(await facts(lead.id)).toHaveLength(1);
  });

  it('fails as a whole when the fact cannot be written', async () => {
    const lead = await services.leads.create(ada, { name: 'Whole' });
    await expect(services.leads.move({ ...ada, id: 'nobody' }, lead.id, 'won')).rejects.toThrow('events_actor_id_fkey');
    expect(await services.leads.find(SERVER, lead.id)).toEqual(lead);
  });

  it('by many in parallel gives one unbroken history', async () => {
    const lead = await services.leads.create(ada, { name: 'Wanted' });
    const wishes = Array.from(
      { length: 60 },
      (_, turn) => (['needs_quote', 'quoted', 'waiting', 'won', 'leads'] as const)[turn % 5] ?? 'won',
    );
    const answers = await Promise.all(wishes.map((stage) => services.leads.move(ada, lead.id, stage)));
    // Each receives the column it requested, whatever happened in between.
    expect(answers.map(({ stage }) => stage)).toEqual(wishes);
    const moves = (await facts(lead.id)).filter(({ kind }) => kind === 'lead.moved').map(({ data }) => Object(data));
    expect(moves.map(({ from }) => from)).toEqual(['leads', ...moves.slice(0, -1).map(({ to }) => to)]);
    expect((await services.leads.find(SERVER, lead.id))?.stage).toBe(moves.at(-1)?.to);
  });

  it('by two people at the same moment happens once, and both receive the stage', async () => {
    const lead = await services.leads.create(ada, { name: 'Popular' });
    const other = await app.container.db.pool.connect();
    await other.query('begin');
    await other.query(`update leads set stage = 'won' where id = $1`, [lead.id]);
    const move = services.leads.move(ada, lead.id, 'won');
    await until(async () => {
      const { rows } = await app.container.db.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await other.query('commit');
    other.release();
    expect((await move).stage).toBe('won');
    expect((await facts(lead.id)).map(({ kind }) => kind)).toEqual(['lead.created']);
  });
});

describe('the board', () => {
  it('counts and adds up each column exactly', async () => {
    const empty = await createTestApp();
    const leads = empty.container.services.leads;
    const eve = await signUpViewer(empty, 'eve');
    expect(await leads.totals(SERVER)).toEqual(
      ['leads', 'needs_quote', 'quoted', 'needs_follow_up', 'waiting', 'won'].map((stage) => ({ stage, count: 0, value: '0.00' })),
    );
    for (const value of ['0.10', '0.20', '99999999.99', '99999999.99', '']) await leads.create(eve, { name: 'Sum', value });
    expect((await leads.totals(SERVER))[0]).toEqual({ stage: 'leads', count: 5, value: '200000000.28' });
    await empty.close();
  });
});

describe('a list of leads', () => {
  it('is narrowed by column, source, customer and words together', async () => {
    const customer = await services.customers.create(ada, { name: 'Narrow' });
    const expected = await services.leads.create(ada, {
      name: 'Narrow one',
      company: 'Söhne 100%',
      source: 'email',
      customerId: customer.id,
    });
    await services.leads.create(ada, { name: 'Narrow two', source: 'email' });
    const named = async (filter: LeadFilter) =>
      (await services.analyst.leads.page(SERVER, { filter: leadFilter(filter) }, {})).rows.map(({ name }) => name);
    expect(await named({ search: 'narrow' })).toEqual(['Narrow two', 'Narrow one']);
    expect(await named({ search: 'SÖHNE' })).toEqual(['Narrow one']);
    expect(await named({ search: '100%' })).toEqual(['Narrow one']);
    expect(await named({ search: 'narrow', source: 'email', customerId: customer.id })).toEqual(['Narrow one']);
    expect(await named({ search: 'narrow', stage: 'won' })).toEqual([]);
    const page = await services.analyst.leads.page(SERVER, { filter: leadFilter({ customerId: customer.id }) }, {});
    expect([page.rows, await page.total()]).toEqual([[expected], 1]);
  });
});
