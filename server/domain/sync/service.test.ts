import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Viewer } from '#domain/viewer.ts';
import { openCallRail } from '#server/testing/emulators/callrail/callrail.ts';
import { ACCOUNT, type ApiCall } from '#server/testing/emulators/callrail/calls.ts';
import { FAULTS, type Fault } from '#server/testing/emulators/callrail/faults.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

// Two pages of everything; most calls have no transcript, as without the plan that makes them.
const CALLS: readonly ApiCall[] = Array.from({ length: 300 }, (_, n) => ({
  id: `CAL${n}`,
  customer_phone_number: '(555) 010-1234',
  duration: 60,
  start_time: '2026-11-19T09:30:00.000Z',
  transcription: n % 60 === 0 ? `Rep: Hello\nCustomer: This is call ${n}.` : null,
}));
const DONE =
  'Synced 5 transcriptions from CallRail. 295 calls have no transcript: CallRail makes them with Premium Conversation Intelligence only.';

let rail: Awaited<ReturnType<typeof openCallRail>>;
let before: (url: URL) => Promise<Fault | null>;
let open: TestApp[];
let app: TestApp;
let ada: Viewer;
const env = () => ({ CALLRAIL_API_KEY: ACCOUNT.key, CALLRAIL_ACCOUNT_ID: ACCOUNT.id, CALLRAIL_BASE_URL: rail.baseUrl });
beforeEach(async () => {
  before = async () => null;
  rail = await openCallRail(CALLS, { before: (url) => before(url) });
  app = await createTestApp({ env: env(), queue: true });
  open = [app];
  ada = await signUpViewer(app, 'ada');
});
afterEach(async () => {
  for (const container of open.toReversed()) await container.close();
  await rail.close();
});

const latest = () => app.container.services.syncs.findLatest('callrail');
const kinds = async () => (await eventsOf(app.container.db, 'callrail')).map(({ kind }) => kind);
const requestedPages = () =>
  rail.requests.filter((path) => path.includes('calls.json')).map((path) => new URL(path, rail.baseUrl).searchParams);

describe('a sync of everything', () => {
  it('is shared by all requests on every instance, and everyone sees its progress', async () => {
    const there = await createTestApp({ beside: app, env: env(), queue: true });
    open.push(there);
    const grace = await signUpViewer(there, 'grace');
    const watcher = await there.signUp('eve');
    const gate = Promise.withResolvers<null>();
    before = (url) => (url.searchParams.has('offset') ? gate.promise : Promise.resolve(null));
    const changes = watcher.subscribe<{ integrationsChanged: object }>(
      'subscription { integrationsChanged { id integration { provider lastSyncAt sync { state done total made message } } } }',
    );
    await expect.poll(there.container.subscriberCount).toBe(1);
    const mine = await app.container.services.syncs.start(ada, 'callrail');
    const hers = await there.container.services.syncs.start(grace, 'callrail');
    expect(hers.id).toBe(mine.id);
    await expect
      .poll(latest, { timeout: 15_000 })
      .toMatchObject({ id: mine.id, state: 'running', done: 250, total: null, actorId: ada.id });
    const joined = new Promise<void>((resolve) => void there.container.db.afterCommit(resolve));
    const waiting = there.container.services.syncs.now(grace, 'callrail', { limit: 50 });
    await joined;
    gate.resolve(null);
    expect(await waiting).toEqual({ success: true, synced: 5, message: DONE });
    const notified = [await changes.next(), await changes.next(), await changes.next(), await changes.next()];
    expect(notified.at(-1)).toEqual({
      integrationsChanged: {
        id: 'callrail',
        integration: {
          provider: 'callrail',
          lastSyncAt: app.clock.now().toISOString(),
          sync: { state: 'done', done: 300, total: null, made: 5, message: DONE },
        },
      },
    });
    expect(await kinds()).toEqual(['sync.started', 'sync.progressed', 'sync.progressed', 'sync.finished']);
    expect(await app.container.db.prisma.transcription.count()).toBe(5);
  });

  it('that a restart interrupted resumes where it was, and the next one reads only recent data', async () => {
    before = async (url) => (url.searchParams.has('offset') ? FAULTS.silence : null);
    const { id } = await app.container.services.syncs.start(ada, 'callrail');
    await expect.poll(() => requestedPages().length, { timeout: 15_000 }).toBe(2);
    await app.container.jobs.close();
    before = async () => null;
    const restarted = await createTestApp({ beside: app, env: env(), queue: true });
    open = [app, restarted];
    await expect.poll(latest, { timeout: 15_000 }).toMatchObject({ id, state: 'done', done: 300, createdCount: 5, attempts: 1 });
    expect(requestedPages().map((page) => page.get('offset'))).toEqual([null, '250', '250']);
    expect(requestedPages()[0]?.get('start_date')).toBe('2024-11-20');

    app.clock.advance(60_000);
    const next = await restarted.container.services.syncs.start(ada, 'callrail');
    await expect.poll(latest, { timeout: 15_000 }).toMatchObject({ id: next.id, state: 'done', createdCount: 0 });
    expect(requestedPages().at(-1)?.get('start_date')).toBe('2026-11-18');
  });

  it('waits as long as CallRail requests, and shows the reason meanwhile', async () => {
    before = async () => (requestedPages().length < 3 ? FAULTS.status(429, { 'retry-after': '0' }) : null);
    await app.container.services.syncs.start(ada, 'callrail');
    await expect.poll(latest, { timeout: 15_000 }).toMatchObject({ state: 'done', attempts: 3 });
    expect(await kinds()).toEqual(expect.arrayContaining(['sync.started', 'sync.postponed', 'sync.postponed', 'sync.finished']));
    rail.fail(FAULTS.status(429));
    const again = await app.container.services.syncs.start(ada, 'callrail');
    const message = 'CallRail’s request limit is reached. Try again in an hour.';
    await expect.poll(latest, { timeout: 15_000 }).toMatchObject({ id: again.id, state: 'waiting', message });
    // A request meanwhile is answered at once, and joins it.
    expect(await app.container.services.syncs.now(ada, 'callrail', {})).toEqual({ success: false, synced: 0, message });
    expect((await latest())?.id).toBe(again.id);
  });
});

it('notifies everyone else of a failed sync, once a day', async () => {
  const grace = await signUpViewer(app, 'grace');
  rail.fail(FAULTS.status(401));
  for (const _attempt of [1, 2]) await app.container.services.syncs.now(ada, 'callrail', {});
  const notices = () => app.container.services.notifications.list(grace, {});
  await expect
    .poll(async () => (await notices()).rows)
    .toMatchObject([
      {
        kind: 'sync',
        title: 'CallRail sync failed',
        body: 'CallRail rejected the API key. Check CALLRAIL_API_KEY.',
        link: '/ai-training',
      },
    ]);
  expect(await app.container.services.notifications.unread(ada)).toBe(0);
});

it('runs every night for every configured integration', async () => {
  expect(await app.container.services.syncs.reconcile()).toEqual({ done: 1 });
  await expect.poll(latest, { timeout: 15_000 }).toMatchObject({ state: 'done', actorId: null, createdCount: 5 });
});
