import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

// Nora and Nick are in North, Hana in its team Harbor, Sven in no team. Everyone sees everything; the switch narrows it.
let app: TestApp;
let ada: Viewer;
const ids = new Map<string, string>();
const callers = new Map<string, Caller>();
const as = (name: string) => callers.get(name) ?? app.anonymous();
const idOf = (name: string) => ids.get(name) ?? '';
const leadsOf = (name: string) => app.container.services.leads.create(ada, { name: `Lead of ${name}`, ownerId: idOf(name), value: '100' });

beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
  const { people, customers } = app.container.services;
  const north = await people.createTeam(ada, { name: 'North' });
  const harbor = await people.createTeam(ada, { name: 'Harbor', parentId: north.id });
  for (const [name, teamId] of Object.entries({ nora: north.id, nick: north.id, hana: harbor.id, sven: null })) {
    callers.set(name, await app.signUp(name));
    ids.set(name, (await app.container.db.prisma.user.findFirstOrThrow({ where: { username: name } })).id);
    await people.changePerson(ada, idOf(name), { teamId });
    await leadsOf(name);
    await customers.create(ada, { name: `Customer of ${name}`, ownerId: idOf(name) });
  }
});
afterAll(() => app.close());

const BOARD = `query ($owners: Owners) {
  pipeline(owners: $owners) { owners columns(stages: [leads]) { count value leads { nodes { name owner { username team { name } } } } } }
}`;
const CHANGES = `subscription ($owners: Owners) {
  pipelineChanged(owners: $owners) { kind id lead { name } columns { stage count value } }
}`;
const names = (rows: { nodes: { name: string }[] }) => rows.nodes.map(({ name }) => name).toSorted();

describe('Mine, My team and Everyone', () => {
  it.each([
    ['nora', 'MINE', ['Lead of nora']],
    ['nora', 'TEAM', ['Lead of hana', 'Lead of nick', 'Lead of nora']],
    ['hana', 'TEAM', ['Lead of hana']],
    ['sven', 'TEAM', ['Lead of sven']],
    ['nora', 'EVERYONE', ['Lead of hana', 'Lead of nick', 'Lead of nora', 'Lead of sven']],
    ['nora', null, ['Lead of hana', 'Lead of nick', 'Lead of nora', 'Lead of sven']],
  ])('%s sees on the board of %s', async (name, owners, expected) => {
    const { data, errors } = await as(name).graph(BOARD, { owners });
    expect(errors).toBeUndefined();
    const { pipeline } = Object(data);
    const [column] = pipeline.columns;
    expect(pipeline.owners).toBe(owners ?? 'EVERYONE');
    expect(names(column.leads)).toEqual(expected);
    expect([column.count, column.value]).toEqual([expected.length, `${expected.length}00.00`]);
  });

  it('two people who ask at once each get their own', async () => {
    const [nora, nick] = await Promise.all(['nora', 'nick'].map((name) => as(name).graph(BOARD, { owners: 'MINE' })));
    expect([nora, nick].map((answer) => Object(answer?.data).pipeline.columns[0].leads.nodes)).toEqual([
      [{ name: 'Lead of nora', owner: { username: 'nora', team: { name: 'North' } } }],
      [{ name: 'Lead of nick', owner: { username: 'nick', team: { name: 'North' } } }],
    ]);
  });

  it('customers and analytics follow', async () => {
    const { data } = await as('nora').graph(`{
      mine: customers(owners: MINE) { nodes { name } totalCount }
      team: customers(owners: TEAM) { nodes { name } totalCount }
      analytics(range: { period: all_time }, owners: MINE) { id leads { total rows { nodes { name } } } }
    }`);
    expect(data).toEqual({
      mine: { nodes: [{ name: 'Customer of nora' }], totalCount: 1 },
      team: { nodes: ['hana', 'nick', 'nora'].map((name) => ({ name: `Customer of ${name}` })), totalCount: 3 },
      analytics: { id: 'all_time UTC mine', leads: { total: 1, rows: { nodes: [{ name: 'Lead of nora' }] } } },
    });
  });

  it('a lead that is given away leaves one narrowed board and enters another, with exact counts', async () => {
    const lead = await leadsOf('nick');
    // What was made before is no news to those who subscribe now.
    await expect.poll(async () => (await app.container.db.pool.query('select 1 from events where seq is null')).rowCount).toBe(0);
    const { rows } = await app.container.db.pool.query<{ seq: string }>('select seq from event_head');
    await expect.poll(() => String(app.container.eventCursor())).toBe(rows[0]?.seq);
    const [nora, nick] = ['nora', 'nick'].map((name) => as(name).subscribe(CHANGES, { owners: 'MINE' }));
    const byLiteral = as('nora').subscribe(CHANGES.replace('($owners: Owners)', '').replace('$owners', 'MINE'));
    await app.container.services.leads.create(ada, { name: 'Ada’s' });
    await expect
      .poll(async () => {
        const { services } = app.container;
        return (await services.leads.totals(ada)).length;
      })
      .toBe(6);
    await app.container.services.leads.update(ada, lead.id, { ownerId: idOf('nora') });
    const change = (kind: 'entered' | 'removed', name: string | null, count: number) => ({
      pipelineChanged: {
        kind,
        id: lead.id,
        lead: name && { name },
        columns: [{ stage: 'leads', count, value: `${count}00.00` }],
      },
    });
    expect(await nora?.next()).toEqual(change('entered', 'Lead of nick', 2));
    expect(await byLiteral.next()).toEqual(change('entered', 'Lead of nick', 2));
    expect(await nick?.next()).toEqual(change('removed', null, 1));
    for (const each of [nora, nick, byLiteral]) each?.stop();
  });
});

describe('assignees', () => {
  it('are active people by name, with their team', async () => {
    await app.container.db.prisma.user.update({ where: { id: idOf('sven') }, data: { isActive: false } });
    const { data } = await as('nora').graph('{ assignees { username team { name } } found: assignees(search: "HAN") { username } }');
    const assignees: { username: string }[] = Object(data).assignees;
    expect(assignees.map(({ username }) => username)).not.toContain('sven');
    expect(assignees).toContainEqual({ username: 'hana', team: { name: 'Harbor' } });
    expect(Object(data).found).toEqual([{ username: 'hana' }]);
    await app.container.db.prisma.user.update({ where: { id: idOf('sven') }, data: { isActive: true } });
  });
});
