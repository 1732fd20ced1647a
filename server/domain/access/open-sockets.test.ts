import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { signUpViewer, viewerOf } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

/** How long an open socket may go on with what somebody might see before, in milliseconds. */
const BOUND = 1_000;

let app: TestApp;
let other: TestApp;
let ada: Viewer;
let nora: Viewer;
let north: string;
let south: string;
/** Nora on the instance where the change is made, and on another one of the same database. */
const sockets = new Map<string, Caller>();

beforeAll(async () => {
  app = await createTestApp();
  other = await createTestApp({ beside: app });
  ada = await signUpViewer(app, 'ada');
  sockets.set('the same instance', await app.signUp('nora'));
  nora = await viewerOf(app, 'nora');
  const beside = other.anonymous();
  await beside.rest.post('/api/auth/login', { username: 'nora', password: 'correct horse' });
  sockets.set('another instance', beside);
  const { people, workspace } = app.container.services;
  [north, south] = await Promise.all(['North', 'South'].map(async (name) => (await people.createTeam(ada, { name })).id)).then(
    ([one = '', two = '']) => [one, two],
  );
  const colleague = await signUpViewer(app, 'nick');
  for (const { id } of [colleague, nora]) await people.changePerson(ada, id, { teamId: north });
  await workspace.change(ada, { recordScope: 'by_role' });
});
afterAll(async () => {
  await other.close();
  await app.close();
});

const people = () => app.container.services.people;
/** Changes of what Nora may see, each from what the one before left. */
const CHANGES: ReadonlyArray<readonly [what: string, change: () => Promise<unknown>]> = [
  ['a new role', () => people().changePerson(ada, nora.id, { role: 'manager' })],
  ['another team', () => people().changePerson(ada, nora.id, { teamId: south })],
  ['a permission of the role', () => people().setPermission(ada, { role: 'manager', noun: 'lead', action: 'read', scope: 'all' })],
  ['a permission taken away', () => people().setPermission(ada, { role: 'manager', noun: 'lead', action: 'read', scope: null })],
  ['the setting of the workspace', () => app.container.services.workspace.change(ada, { recordScope: 'everyone' })],
];

describe('an open socket', () => {
  it(`obeys a change of role, team, permission or setting within ${BOUND} ms, on every instance`, async () => {
    // Taken away last: a lead may be read again, so that the setting has something to widen.
    const slowest = new Map<string, number>();
    for (const [what, change] of CHANGES) {
      if (what === 'the setting of the workspace')
        await people().setPermission(ada, { role: 'manager', noun: 'lead', action: 'read', scope: 'own' });
      const open = await Promise.all(
        [...sockets].map(async ([where, caller]) => {
          const { data } = await caller.graph('{ leads(first: 1) { eventCursor } }');
          const after = Object(data).leads?.eventCursor ?? '0';
          const stream = caller.subscribe('subscription ($after: EventCursor) { pipelineChanged(after: $after) { kind } }', { after });
          return { where, stream };
        }),
      );
      // A stream that is open: it would tell of a lead of her own.
      if (what !== 'the setting of the workspace' && what !== 'a permission of the role') {
        await app.container.services.leads.create(ada, { name: 'Hers', ownerId: nora.id });
        await Promise.all(open.map(({ stream }) => stream.next()));
      }
      const begun = performance.now();
      const obeyed = open.map(async ({ where, stream }) => {
        const end = await stream.ended;
        const took = performance.now() - begun;
        slowest.set(where, Math.max(slowest.get(where) ?? 0, took));
        stream.stop();
        return [what, where, Object(end)[0]?.extensions?.code, took < BOUND];
      });
      await change();
      expect(await Promise.all(obeyed)).toEqual(open.map(({ where }) => [what, where, 'RESYNC', true]));
    }
    process.stdout.write(
      `Open sockets obeyed ${CHANGES.length} changes; the slowest ${[...slowest].map(([where, ms]) => `${Math.round(ms)} ms on ${where}`).join(', ')}\n`,
    );
  });
});
