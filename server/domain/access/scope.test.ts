import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessScope, OWNED_NOUNS, type RoleKey } from '#contract/access.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { signUpViewer, viewerOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

// North has Nora and Nick, and below it the team Harbor with Hana; Sven is in South. Ada is the admin.
let app: TestApp;
let ada: Viewer;
const people = new Map<string, Viewer>();
const callers = new Map<string, Caller>();
const person = (name: string) => people.get(name) ?? ada;
const as = (name: string) => callers.get(name) ?? app.anonymous();
const people$ = () => app.container.services.people;

const become = (name: string, role: RoleKey) => people$().changePerson(ada, person(name).id, { role });
const leadNames = async (name: string, query = '{ leads { nodes { name } totalCount } }') => {
  const { data } = await as(name).graph(query);
  return Object(data)
    .leads.nodes.map((node: { name: string }) => node.name)
    .toSorted();
};

beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
  const { services } = app.container;
  const [north, south] = await Promise.all(['North', 'South'].map((name) => services.people.createTeam(ada, { name })));
  const harbor = await services.people.createTeam(ada, { name: 'Harbor', parentId: north?.id });
  const teams = { nora: north, nick: north, hana: harbor, sven: south };
  for (const [name, team] of Object.entries(teams)) {
    callers.set(name, await app.signUp(name));
    people.set(name, await viewerOf(app, name));
    await services.people.changePerson(ada, person(name).id, { teamId: team?.id });
    await services.leads.create(person(name), { name: `Lead of ${name}`, value: '100' });
    await services.customers.create(person(name), { name: `Customer of ${name}` });
  }
  await services.leads.create(ada, { name: 'Lead of nobody', ownerId: null, value: '1000' });
  await services.workspace.change(ada, { recordScope: 'by_role' });
});
afterAll(() => app.close());

describe('in a workspace where the role decides whose rows are seen', () => {
  it('a rep sees their own, in lists, counts, the board, groups, analytics and REST', async () => {
    expect(await leadNames('nora')).toEqual(['Lead of nora']);
    const { data } = await as('nora').graph(`{
      leads { totalCount }
      customers { nodes { name } }
      pipeline { columns(stages: [leads]) { count value leads { nodes { name } } } }
      leadGroups(by: [{ field: stage }]) { nodes { count sum { value } } }
      analytics(range: { period: all_time }) { leads { total } }
    }`);
    expect(data).toEqual({
      leads: { totalCount: 1 },
      customers: { nodes: [{ name: 'Customer of nora' }] },
      pipeline: { columns: [{ count: 1, value: '100.00', leads: { nodes: [{ name: 'Lead of nora' }] } }] },
      leadGroups: { nodes: [{ count: 1, sum: { value: '100.00' } }] },
      analytics: { leads: { total: 1 } },
    });
    const leads = await as('nora').rest.get('/api/leads');
    expect(leads.body).toMatchObject([{ name: 'Lead of nora' }]);
    expect(leads.body).toHaveLength(1);
  });

  it('a manager sees those of their team and the teams below it, and nobody’s are seen by those who see all', async () => {
    await become('nora', 'manager');
    expect(await leadNames('nora')).toEqual(['Lead of hana', 'Lead of nick', 'Lead of nora']);
    await become('sven', 'analyst');
    expect(await leadNames('sven')).toHaveLength(5);
    await become('nora', 'rep');
    expect(await leadNames('nora')).toEqual(['Lead of nora']);
    await become('sven', 'rep');
  });

  it('the session tells whose rows one may read, by noun, and whether anybody is in one’s team', async () => {
    const session = async (name: string) =>
      Object((await as(name).graph('{ session { readScopes { noun scope } hasTeammates } }')).data).session;
    const each = (scope: AccessScope) => OWNED_NOUNS.map((noun) => ({ noun, scope }));
    expect(await session('nora')).toEqual({ readScopes: each('own'), hasTeammates: true });
    await become('nora', 'manager');
    expect(await session('nora')).toEqual({ readScopes: each('team'), hasTeammates: true });
    await become('sven', 'manager');
    expect(await session('sven')).toEqual({ readScopes: each('own'), hasTeammates: false });
    await become('sven', 'analyst');
    const withoutCoaching = each('all').filter(({ noun }) => noun !== 'coaching');
    expect(await session('sven')).toEqual({ readScopes: withoutCoaching, hasTeammates: false });
    await become('nora', 'rep');
    await become('sven', 'rep');
  });

  it('another’s row does not exist for a rep, and may be read without being changed where the role says so', async () => {
    const [theirs] = await app.container.services.analyst.leads.first(SERVER, { filter: { name: { eq: 'Lead of nick' } } }, 1);
    const id = theirs?.id ?? '';
    expect((await as('nora').graph(`{ lead(id: "${id}") { name } }`)).data).toEqual({ lead: null });
    expect((await as('nora').rest.get(`/api/leads/${id}`)).status).toBe(404);
    expect((await as('nora').rest.put(`/api/leads/${id}/stage`, { stage: 'won' })).status).toBe(404);
    await people$().setPermission(ada, { role: 'rep', noun: 'lead', action: 'read', scope: 'team' });
    expect((await as('nora').graph(`{ lead(id: "${id}") { name } }`)).data).toEqual({ lead: { name: 'Lead of nick' } });
    const refused = await as('nora').rest.put(`/api/leads/${id}/stage`, { stage: 'won' });
    expect(refused).toMatchObject({ status: 403, body: { message: 'Your role does not let you change these leads. Ask an admin.' } });
    await people$().setPermission(ada, { role: 'rep', noun: 'lead', action: 'read', scope: 'own' });
  });

  it('what is kept for those who may see the same does not grow when one of them may see more', async () => {
    const { services } = app.container;
    const steps = (at: number) => [{ stage: 'interest', timestamp: '2026-11-01T00:00:00Z', duration: at * 3_600_000 }];
    const flow = { flowType: 'sales_pipeline', currentStage: 'intent' };
    for (let at = 1; at <= 10; at += 1) await services.flows.create(person('sven'), { ...flow, stages: steps(at) });
    const own = await services.flows.create(person('nick'), { ...flow, currentStage: 'interest' });
    const seenBy = async (name: string) => {
      const { data } = await as(name).graph('{ analytics(range: { period: all_time }) { leads { total } } }');
      return [Object(data).analytics.leads.total, await services.flows.usualStay(person(name), own)];
    };
    for (const name of ['nora', 'nick']) await become(name, 'coach');
    expect([await seenBy('nora'), await seenBy('nick')]).toEqual([
      [3, null],
      [3, null],
    ]);
    await become('nora', 'analyst');
    // Nothing is kept for longer.
    app.clock.advance(60_000);
    expect(await seenBy('nick')).toEqual([3, null]);
    expect(await seenBy('nora')).toEqual([5, expect.any(Number)]);
    for (const name of ['nora', 'nick']) await become(name, 'rep');
  });

  it('a lead that changes hands leaves one board with its events and enters the other', async () => {
    const { services } = app.container;
    const lead = await services.leads.create(person('nick'), { name: 'Passed on' });
    await services.leads.update(person('nick'), lead.id, { ownerId: person('hana').id });
    expect(await leadNames('nick')).toEqual(['Lead of nick']);
    expect(await leadNames('hana')).toEqual(['Lead of hana', 'Passed on']);
    const kinds = async (name: string) => {
      const { data } = await as(name).graph(`{ events(subjectId: "${lead.id}") { nodes { kind } } }`);
      return Object(data).events.nodes.map(({ kind }: { kind: string }) => kind);
    };
    await expect.poll(() => kinds('hana')).toEqual(['lead.updated', 'lead.created']);
    expect(await kinds('nick')).toEqual([]);
  });
});

describe('people and roles', () => {
  it.each([
    ['the last admin stays one', () => people$().changePerson(ada, ada.id, { role: 'rep' }), 'This is the last admin.'],
    ['a rep changes no roles', () => people$().changePerson(person('nick'), person('nick').id, { role: 'admin' }), 'Only an admin'],
    [
      'the admin role stays as it is',
      () => people$().setPermission(ada, { role: 'admin', noun: 'lead', action: 'read', scope: null }),
      'cannot be changed',
    ],
    [
      'what has no owner has no own rows',
      () => people$().setPermission(ada, { role: 'rep', noun: 'trainingItem', action: 'read', scope: 'own' }),
      'belong to nobody',
    ],
  ])('%s', async (_what, change, message) => {
    await expect(change()).rejects.toThrow(message);
  });

  it('a person in no team sees their own alone, though their role sees their team’s', async () => {
    await become('sven', 'manager');
    const { teamId } = await app.container.db.prisma.user.findUniqueOrThrow({ where: { id: person('sven').id } });
    await people$().changePerson(ada, person('sven').id, { teamId: null });
    expect(await leadNames('sven')).toEqual(['Lead of sven']);
    // Nobody’s rows, and those of others without a team, are not theirs.
    await app.container.services.leads.create(ada, { name: 'Lead of ada' });
    expect(await leadNames('sven')).toEqual(['Lead of sven']);
    await people$().changePerson(ada, person('sven').id, { teamId, role: 'rep' });
  });

  it('teams nest one level and never in a circle', async () => {
    const teams = await people$().teams(ada);
    const [harbor, north, south] = ['Harbor', 'North', 'South'].map((name) => teams.find((team) => team.name === name)?.id ?? '');
    await expect(people$().updateTeam(ada, north ?? '', { name: 'North', parentId: north })).rejects.toThrow('above itself');
    await expect(people$().updateTeam(ada, north ?? '', { name: 'North', parentId: harbor })).rejects.toThrow('nest one level');
    await expect(people$().updateTeam(ada, north ?? '', { name: 'North', parentId: south })).rejects.toThrow('nest one level');
    await expect(people$().createTeam(ada, { name: 'north' })).rejects.toThrow('already has this name');
    await expect(people$().deleteTeam(ada, north ?? '')).rejects.toThrow('teams below this one');
  });
});
