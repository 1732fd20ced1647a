import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RoleKey } from '#contract/access.ts';
import type { Viewer } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { signUpViewer, viewerOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

// Rita and Carl, her coach, are in North; Sven is a rep in South. Ada is the admin. The setting is the default: every role sees all records.
const TEAMS = { rita: 'North', carl: 'North', sven: 'South' } as const;
type Name = keyof typeof TEAMS;
const CALL = `Rep: ${'We have the best machines of all and they are very good. '.repeat(20)}\nCustomer: I see. It is too expensive.`;

let app: TestApp;
let ada: Viewer;
const viewers = new Map<Name, Viewer>();
const callers = new Map<Name, Caller>();
const sessions = new Map<Name, string>();
const viewer = (name: Name) => viewers.get(name) ?? ada;
const as = (name: Name) => callers.get(name) ?? app.anonymous();
const sessionOf = (name: Name) => sessions.get(name) ?? '';
const graph = async (name: Name, query: string, variables: Record<string, unknown> = {}) => Object(await as(name).graph(query, variables));

async function review(name: Name, of: Name = name): Promise<string> {
  const { services } = app.container;
  const call = await services.transcriptions.add(viewer(of), { title: `Call of ${of}`, content: CALL });
  const { session } = await services.coaching.analyze(viewer(name), { transcriptionIds: [call.id], title: `Review by ${name}` });
  return session.id;
}
const become = (name: Name, role: RoleKey) => app.container.services.people.changePerson(ada, viewer(name).id, { role });
const share = (name: Name, id: string, userId: string | null) =>
  graph(
    name,
    'mutation ($id: ID!, $userId: ID) { shareCoachingSession(id: $id, userId: $userId) { __typename ... on Failure { message } ... on CoachingSession { sharedWith { username } } } }',
    { id, userId },
  );
/** The changes of coaching from now on. */
async function watch(name: Name, fields: string) {
  const { data } = await graph(name, '{ coachingSessions(first: 1) { eventCursor } }');
  return as(name).subscribe(`subscription ($after: EventCursor) { coachingChanged(after: $after) ${fields} }`, {
    after: data.coachingSessions.eventCursor,
  });
}
const LISTS = `{
  coachingSessions { nodes { title person { username } mayShare } totalCount }
  coachingInsights(first: 50) { nodes { person { username } session { id } } }
  performanceMetrics(first: 50) { nodes { person { username } } }
  coachingSessionGroups(by: [{ field: title }]) { nodes { count } }
  coachedPeople { username }
}`;
const readersView = async (name: Name) => {
  const { data, errors } = await graph(name, LISTS);
  expect(errors).toBeUndefined();
  const usernames = (rows: readonly { readonly person: { readonly username: string } }[]) => [
    ...new Set(rows.map((row) => row.person.username)),
  ];
  return {
    sessions: data.coachingSessions.nodes.map((node: { title: string }) => node.title),
    total: data.coachingSessions.totalCount,
    groups: data.coachingSessionGroups.nodes.length,
    insightsOf: usernames(data.coachingInsights.nodes).toSorted(),
    metricsOf: usernames(data.performanceMetrics.nodes),
    people: data.coachedPeople.map((person: { username: string }) => person.username),
  };
};
const file = async (name: Name, noun: string) => {
  const answer = await fetch(`${app.url}/export?noun=${noun}&format=csv&relations=true`, { headers: { cookie: as(name).cookie() } });
  return { status: answer.status, text: await answer.text() };
};

beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
  const { services } = app.container;
  const teams = new Map<string, string>();
  for (const name of ['North', 'South']) teams.set(name, (await services.people.createTeam(ada, { name })).id);
  for (const name of ['rita', 'carl', 'sven'] as const) {
    callers.set(name, await app.signUp(name));
    viewers.set(name, await viewerOf(app, name));
    await services.people.changePerson(ada, viewer(name).id, { teamId: teams.get(TEAMS[name]) ?? null });
  }
  await become('carl', 'coach');
  sessions.set('rita', await review('rita'));
  sessions.set('sven', await review('sven'));
});
afterAll(() => app.close());

describe('coaching, where every role sees all records', () => {
  it('is seen by its person and by the coach of their team; an export and REST have the same rows', async () => {
    expect(await readersView('rita')).toMatchObject({
      sessions: ['Review by rita'],
      total: 1,
      groups: 1,
      insightsOf: ['rita'],
      metricsOf: ['rita'],
    });
    expect(await readersView('carl')).toMatchObject({
      ...{ sessions: ['Review by rita'], insightsOf: ['rita'], metricsOf: ['rita'] },
      people: ['carl', 'rita'],
    });
    expect(await readersView('sven')).toMatchObject({ sessions: ['Review by sven'], people: ['sven'] });
    const rest = Object(await as('carl').rest.get('/api/coaching/sessions')).body;
    expect(rest).toMatchObject([{ title: 'Review by rita', userId: viewer('rita').id }]);
    expect((await file('carl', 'coachingSession')).text).toMatch(/Review by rita/);
    expect((await file('carl', 'coachingSession')).text).not.toMatch(/sven/);
    const progress = 'query ($id: ID) { coachingProgress(personId: $id) { sessions } }';
    expect((await graph('carl', progress, { id: viewer('rita').id })).data).toEqual({ coachingProgress: { sessions: 1 } });
    expect((await graph('carl', progress, { id: viewer('sven').id })).errors).toMatchObject([{ message: 'User not found' }]);
    const one = 'query ($id: ID!) { coachingSession(id: $id) { title } }';
    expect((await graph('rita', one, { id: sessionOf('sven') })).data).toEqual({ coachingSession: null });
  });

  it('of a person is filtered by them, and their coach marks an insight while they watch', async () => {
    const where = `{ coachingSessions(where: { userId: { eq: "${viewer('carl').id}" } }) { totalCount } }`;
    expect((await graph('carl', where)).data).toEqual({ coachingSessions: { totalCount: 0 } });
    const { data } = await graph('carl', '{ coachingInsights(first: 1) { nodes { id followUp { verdict } } } }');
    const changes = await watch('rita', '{ kind insight { isImplemented } }');
    const [{ id }] = data.coachingInsights.nodes;
    await app.container.services.coaching.updateInsight(viewer('carl'), id, { isImplemented: true });
    expect(await changes.next()).toMatchObject({ coachingChanged: { kind: 'updated', insight: { isImplemented: true } } });
    changes.stop();
  });

  it('that a coach shared is read by the person it was shared with, live, until it no longer is', async () => {
    const id = await review('carl', 'rita');
    expect((await readersView('rita')).sessions).toEqual(['Review by rita']);
    const changes = await watch('rita', '{ kind id }');

    expect((await share('carl', id, viewer('sven').id)).data).toMatchObject({ shareCoachingSession: { message: 'User not found' } });
    expect((await share('rita', id, viewer('rita').id)).data).toMatchObject({ shareCoachingSession: { message: 'Review not found' } });
    expect((await share('carl', id, viewer('rita').id)).data).toMatchObject({ shareCoachingSession: { sharedWith: { username: 'rita' } } });
    expect(await changes.next()).toMatchObject({ coachingChanged: { kind: 'created', id } });
    expect(await readersView('rita')).toMatchObject({
      sessions: ['Review by carl', 'Review by rita'],
      insightsOf: ['carl', 'rita'],
      metricsOf: ['rita'],
    });
    const mine = await graph('rita', '{ coachingSessions { nodes { mayShare insights { id followUp { verdict } } } } }');
    const [shared, own] = mine.data.coachingSessions.nodes;
    expect([shared.mayShare, own.mayShare]).toEqual([false, true]);
    expect(shared.insights.map((insight: { followUp: unknown }) => insight.followUp)).toEqual(shared.insights.map(() => null));
    await app.container.services.coaching.updateInsight(viewer('rita'), shared.insights[0].id, { isImplemented: true });
    expect(await changes.next()).toMatchObject({ coachingChanged: { kind: 'updated' } });
    await share('carl', id, null);
    expect(await changes.next()).toMatchObject({ coachingChanged: { kind: 'deleted', id } });
    expect((await readersView('rita')).sessions).toEqual(['Review by rita']);
    changes.stop();
  });

  it('is shared only with somebody who may read the calls that it quotes', async () => {
    const id = await review('carl', 'sven');
    const { services } = app.container;
    await services.workspace.change(ada, { recordScope: 'by_role' });
    expect((await share('carl', id, viewer('rita').id)).data).toMatchObject({
      shareCoachingSession: { __typename: 'Invalid', message: expect.stringContaining('may not read all calls of this review') },
    });
    await services.workspace.change(ada, { recordScope: 'everyone' });
  });

  it('is out of sight once the coach is a rep; a stream that told of it begins anew', async () => {
    const changes = await watch('carl', '{ id }');

    await become('carl', 'rep');
    await expect(changes.next()).rejects.toMatchObject([{ extensions: { code: 'RESYNC' } }]);
    expect((await readersView('carl')).insightsOf).toEqual(['carl']);
    await become('carl', 'coach');
  });

  it('is exported by those alone whose role may export it', async () => {
    const { services } = app.container;
    await services.people.setPermission(ada, { role: 'rep', noun: 'coaching', action: 'export', scope: null });
    expect((await file('rita', 'coachingSession')).status).toBe(403);
    await services.people.setPermission(ada, { role: 'rep', noun: 'coaching', action: 'export', scope: 'own' });
    expect((await file('rita', 'coachingSession')).status).toBe(200);
  });
});
