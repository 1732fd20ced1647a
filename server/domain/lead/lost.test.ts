import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';
import { headOf } from '#server/testing/board.ts';
import type { Caller } from '#server/testing/caller.ts';
import { importer } from '#server/testing/imports.ts';
import { eventsOf, signUpViewer, viewerOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let services: Services;
let ada: Viewer;
let caller: Caller;
beforeAll(async () => {
  app = await createTestApp();
  services = app.container.services;
  caller = await app.signUp('ada');
  ada = await viewerOf(app, 'ada');
});
afterAll(() => app.close());

const Board = z.object({
  data: z.object({
    pipeline: z.object({
      columns: z.array(
        z.object({ count: z.number(), value: z.string(), leads: z.object({ nodes: z.array(z.object({ id: z.string() })) }) }),
      ),
    }),
  }),
});

/** The column of quoted leads, as the board shows it. */
const quoted = async () => {
  const { data } = Board.parse(await caller.graph('{ pipeline { columns(stages: [quoted]) { count value leads { nodes { id } } } } }'));
  const [column] = data.pipeline.columns;
  return { count: column?.count, value: column?.value, ids: column?.leads.nodes.map(({ id }) => id) };
};
const aLead = async (value = '100') => {
  const { id } = await services.leads.create(ada, { name: 'Jo March', value });
  app.clock.advance(1_000);
  return services.leads.move(ada, id, 'quoted');
};
const stored = (id: string) => app.container.db.prisma.lead.findUniqueOrThrow({ where: { id } });

describe('a lead that is lost', () => {
  it('leaves the board with its reason, and comes back to the top of its column', async () => {
    const before = await quoted();
    const [older, newer] = [await aLead('100'), await aLead('20.50')];
    app.clock.advance(1_000);
    const lost = await services.leads.closeAsLost(ada, older.id, { reason: 'competitor', competitor: ' Acme ', note: 'Half the price' });
    expect(lost).toMatchObject({ stage: 'quoted', lostReason: 'competitor', lostCompetitor: 'Acme', lostNote: 'Half the price' });
    expect(lost.lostAt).toEqual(app.clock.now());
    expect(await quoted()).toMatchObject({ count: (before.count ?? 0) + 1, value: '20.50', ids: [newer.id, ...(before.ids ?? [])] });

    app.clock.advance(1_000);
    const open = await services.leads.reopen(ada, older.id);
    expect(open).toMatchObject({ stage: 'quoted', lostAt: null, lostReason: null, lostCompetitor: null, lostNote: null });
    expect(await quoted()).toMatchObject({ value: '120.50', ids: [older.id, newer.id, ...(before.ids ?? [])] });
    expect(await services.leads.reopen(ada, older.id)).toEqual(open);
    const events = (await eventsOf(app.container.db, older.id)).map(({ kind, actorId, data, at }) => ({ kind, actorId, data, at }));
    expect(events.slice(2)).toEqual([
      {
        ...{ kind: 'lead.lost', actorId: ada.id, at: lost.updatedAt },
        data: { stage: 'quoted', value: '100.00', reason: 'competitor', competitor: 'Acme' },
      },
      { kind: 'lead.reopened', actorId: ada.id, at: open.updatedAt, data: { stage: 'quoted', value: '100.00' } },
    ]);
  });

  it('can be neither lost again nor moved, and a lead that is won cannot be lost', async () => {
    const lead = await aLead();
    await expect(services.leads.closeAsLost(ada, lead.id, {})).rejects.toMatchObject({
      issues: [{ path: 'reason', message: 'Reason is required' }],
    });
    await services.leads.closeAsLost(ada, lead.id, { reason: 'price' });
    const after = await stored(lead.id);
    await expect(services.leads.closeAsLost(ada, lead.id, { reason: 'other' })).rejects.toThrow('This lead is already closed as lost.');
    await expect(services.leads.move(ada, lead.id, 'won')).rejects.toThrow('This lead is closed as lost. Reopen it before you move it.');
    expect((await caller.rest.put(`/api/leads/${lead.id}/stage`, { stage: 'won' })).status).toBe(409);
    expect(await stored(lead.id)).toEqual(after);
    const won = await services.leads.move(ada, (await aLead()).id, 'won');
    await expect(services.leads.closeAsLost(ada, won.id, { reason: 'price' })).rejects.toThrow(
      'This lead is won. Move it to another stage before you close it as lost.',
    );
  });

  it('is closed and reopened over GraphQL, not where a colleague changed it first', async () => {
    const lead = await aLead();
    const close = `mutation ($id: ID!, $at: DateTime) { closeLeadAsLost(id: $id, input: { reason: price }, ifUpdatedAt: $at) {
      __typename ... on Lead { lostReason } ... on Failure { message } } }`;
    const stale = lead.createdAt.toISOString();
    expect((await caller.graph(close, { id: lead.id, at: stale })).data).toMatchObject({
      closeLeadAsLost: { __typename: 'LeadEditConflict' },
    });
    expect((await caller.graph(close, { id: lead.id, at: lead.updatedAt.toISOString() })).data).toEqual({
      closeLeadAsLost: { __typename: 'Lead', lostReason: 'price' },
    });
    expect((await caller.graph(close, { id: lead.id })).data).toEqual({
      closeLeadAsLost: { __typename: 'Conflict', message: 'This lead is already closed as lost.' },
    });
    const reopen = 'mutation ($id: ID!) { reopenLead(id: $id) { __typename ... on Lead { lostAt } } }';
    expect((await caller.graph(reopen, { id: lead.id })).data).toEqual({ reopenLead: { __typename: 'Lead', lostAt: null } });
    expect((await caller.graph(reopen, { id: 'nobody' })).data).toEqual({ reopenLead: { __typename: 'NotFound' } });
  });

  it('goes from open boards at once, and comes back', async () => {
    const lead = await aLead();
    const { count = 0 } = await quoted();
    const after = String(await headOf(app));
    const changes = caller.subscribe(
      'subscription ($after: EventCursor) { pipelineChanged(after: $after) { kind id to columns { stage count } } }',
      { after },
    );
    await services.leads.closeAsLost(ada, lead.id, { reason: 'no_response' });
    expect(await changes.next()).toEqual({
      pipelineChanged: { kind: 'removed', id: lead.id, to: 'quoted', columns: [{ stage: 'quoted', count: count - 1 }] },
    });
    await services.leads.reopen(ada, lead.id);
    expect(await changes.next()).toEqual({
      pipelineChanged: { kind: 'moved', id: lead.id, to: 'quoted', columns: [{ stage: 'quoted', count }] },
    });
    changes.stop();
  });

  it('stays in lists, groups and REST', async () => {
    const lead = await aLead('77');
    await services.leads.closeAsLost(ada, lead.id, { reason: 'timing', competitor: 'Initech' });
    const query = `{
      leads(where: { lostAt: { isNull: false }, lostReason: { eq: timing } }, orderBy: { field: lostAt, direction: DESC }) { nodes { id lostCompetitor } }
      leadGroups(by: [{ field: lostReason }, { field: lostCompetitor }], where: { lostReason: { eq: timing } }) {
        nodes { key { lostReason lostCompetitor } count sum { value } }
      }
    }`;
    expect((await caller.graph(query)).data).toEqual({
      leads: { nodes: [{ id: lead.id, lostCompetitor: 'Initech' }] },
      leadGroups: { nodes: [{ key: { lostReason: 'timing', lostCompetitor: 'Initech' }, count: 1, sum: { value: '77.00' } }] },
    });
    const { body } = await caller.rest.get('/api/leads');
    expect(z.array(z.looseObject({ id: z.string() })).parse(body)).toContainEqual(
      expect.objectContaining({ id: lead.id, stage: 'quoted' }),
    );
  });

  it('is counted in the analytics of when it was lost, by reason, until it is reopened', async () => {
    const { db } = app.container;
    const query =
      '{ analytics(range: { period: this_week }) { sales { wonDeals lostDeals { count value reasons { reason count value } } } } }';
    const lost = async () => Object((await caller.graph(query)).data).analytics.sales.lostDeals;
    for (const { id } of await db.prisma.lead.findMany({ where: { lostAt: { not: null } } })) await services.leads.reopen(ada, id);
    const leads = [await aLead('10.10'), await aLead('20'), await aLead('0.90'), await aLead('5')];
    for (const [at, reason] of ['no_need', 'price', 'price', 'price'].entries())
      await services.leads.closeAsLost(ada, leads[at]?.id ?? '', { reason });
    await db.pool.query(`update leads set lost_at = lost_at - interval '40 days' where id = $1`, [leads[3]?.id]);
    db.committed();
    expect(await lost()).toEqual({
      ...{ count: 3, value: '31.00' },
      reasons: [
        { reason: 'price', count: 2, value: '20.90' },
        { reason: 'no_need', count: 1, value: '10.10' },
      ],
    });
    await services.leads.reopen(ada, leads[0]?.id ?? '');
    await expect.poll(lost).toMatchObject({ count: 2, value: '20.90' });
  });

  it('has no next step that could be overdue until it is open again', async () => {
    const lead = await aLead();
    const task = await services.tasks.create(ada, { title: 'Call Jo', dueAt: app.clock.now(), leadId: lead.id, isNextStep: true });
    const overdue = async () => (await services.tasks.myDay(ada, null)).overdue.map(({ id }) => id);
    expect(await overdue()).toEqual([task.id]);
    await services.leads.closeAsLost(ada, lead.id, { reason: 'price' });
    expect(await overdue()).toEqual([]);
    expect(await stored(lead.id)).toMatchObject({ nextStepDueBy: null });
    await services.tasks.update(ada, task.id, { dueAt: new Date(app.clock.now().getTime() - 60_000).toISOString() });
    expect(await stored(lead.id)).toMatchObject({ nextStepDueBy: null });
    const open = await services.leads.reopen(ada, lead.id);
    expect(open.nextStepDueBy).toEqual(new Date(app.clock.now().getTime() - 60_000));
    expect(await overdue()).toEqual([task.id]);
    await services.tasks.complete(ada, task.id);
  });

  it('is open again where a file puts it into another stage', async () => {
    const lead = await services.leads.create(ada, { name: 'Amy Lost', email: 'amy@example.com', value: '10' });
    await services.leads.closeAsLost(ada, lead.id, { reason: 'price', note: 'Too much' });
    await importer(caller).bring('name,email,stage\nAmy Lost,amy@example.com,leads\n', 'lead');
    expect(await stored(lead.id)).toMatchObject({ lostReason: 'price' });
    await importer(caller).bring('name,email,stage\nAmy Lost,amy@example.com,won\n', 'lead');
    expect(await stored(lead.id)).toMatchObject({ stage: 'won', lostAt: null, lostReason: null, lostNote: null });
  });

  it('is closed and reopened only by who may change it', async () => {
    await signUpViewer(app, 'ben');
    const { db, directory } = app.container;
    const lead = await aLead();
    await db.prisma.user.update({ where: { username: 'ben' }, data: { roleKey: 'read_only' } });
    await directory.reload();
    const reader = await viewerOf(app, 'ben');
    const denied = 'Your role does not let you change leads. Ask an admin.';
    await expect(services.leads.closeAsLost(reader, lead.id, { reason: 'price' })).rejects.toThrow(denied);
    await services.leads.closeAsLost(ada, lead.id, { reason: 'price' });
    await expect(services.leads.reopen(reader, lead.id)).rejects.toThrow(denied);
    expect((await stored(lead.id)).lostReason).toBe('price');
  });
});
