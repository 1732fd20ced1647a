import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { memoizeFor } from './queries.ts';

let app: TestApp;
let flows: Services['flows'];
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  flows = app.container.services.flows;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const HOUR = 3_600_000;

/** A flow that left Interest after so many hours, and has been in its present stage since now. */
const leftInterestAfter = (hours: number, currentStage = 'intent') =>
  flows.create(ada, {
    flowType: 'sales_pipeline',
    currentStage,
    stages: [
      { stage: 'interest', timestamp: '2026-11-01T00:00:00Z', duration: hours * HOUR },
      { stage: currentStage, timestamp: app.clock.now().toISOString(), duration: 0 },
    ],
  });

it('a flow is stuck when it stays longer than nine in ten earlier ones, of which there must be ten', async () => {
  for (let hours = 1; hours <= 9; hours += 1) await leftInterestAfter(hours);
  // Neither a step of no length nor the open one counts, whatever duration was sent.
  const waiting = await leftInterestAfter(0, 'interest');
  app.clock.advance(9 * HOUR);
  expect([await flows.usualStay(SERVER, waiting), await flows.isStuck(SERVER, waiting)]).toEqual([null, null]);

  await leftInterestAfter(11);
  app.clock.advance(60_000);
  expect(await flows.usualStay(SERVER, waiting)).toBeCloseTo(9.2 * HOUR, 5);
  expect(await flows.isStuck(SERVER, waiting)).toBe(false);
  app.clock.advance(HOUR);
  expect(await flows.isStuck(SERVER, waiting)).toBe(true);
});

it('is null for a stage nobody has left, for another type, and for a completed flow', async () => {
  const input = { flowType: 'support_journey', currentStage: 'interest' };
  expect(await flows.usualStay(SERVER, await flows.create(ada, input))).toBeNull();
  expect(await flows.usualStay(SERVER, await leftInterestAfter(1, 'intent'))).toBeNull();
  const done = await leftInterestAfter(1, 'retention');
  app.clock.advance(10_000 * HOUR);
  expect([done.completedAt !== null, await flows.isStuck(SERVER, done)]).toEqual([true, null]);
});

it('reads the usual duration at most once a minute, and again immediately when reading failed', async () => {
  let reads = 0;
  let fails = false;
  const usual = memoizeFor(60_000, app.clock, async () => {
    reads += 1;
    if (fails) throw new Error('The database is away');
    return reads;
  });
  expect(await Promise.all([usual(), usual()])).toEqual([1, 1]);
  app.clock.advance(59_999);
  expect(await usual()).toBe(1);
  app.clock.advance(1);
  fails = true;
  await expect(usual()).rejects.toThrow('away');
  fails = false;
  expect(await usual()).toBe(3);
});
