import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '#domain/services.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { dice, shuffled } from '../conversation/testing/talk.ts';
import { SERVER, type Viewer } from '../viewer.ts';

let app: TestApp;
let rep: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  rep = await signUpViewer(app, 'rita');
});
afterAll(() => app.close());

type Update = Readonly<Record<string, unknown>>;

/** Sends a call, and returns its state after the last update; `restarts` before each of these updates. */
async function finalState(updates: readonly Update[], restarts: readonly number[] = []) {
  const { id } = await app.container.services.liveCalls.start(rep, { plannedSeconds: 600 });
  let calls: Services['liveCalls'] = app.container.services.liveCalls;
  const servers: TestApp[] = [];
  for (const [at, update] of updates.entries()) {
    if (restarts.includes(at)) {
      const next = await createTestApp({ beside: app });
      servers.push(next);
      calls = next.container.services.liveCalls;
    }
    await calls.update(rep, id, update);
  }
  await calls.settled();
  const call = await calls.find(SERVER, id);
  if (!call) throw new Error('The call is gone');
  const turns = (await calls.turns(call)).map(({ speaker, text }) => `${speaker}: ${text}`);
  for (const server of servers) await server.close();
  return { turns, promptState: call.promptState, gauges: call.gauges, attention: call.attention, cards: call.cards };
}

const untimed = (id: number, speaker: 'rep' | 'customer', text: string) => ({ id: `s${id}`, speaker, text });

const UNHAPPY = [
  untimed(1, 'rep', 'Good morning, how are you?'),
  untimed(2, 'customer', 'The machine is broken and I am furious.'),
  untimed(3, 'rep', 'I see.'),
  untimed(4, 'customer', 'This is unacceptable, it is terrible.'),
  untimed(5, 'rep', 'When did it begin to leak?'),
  untimed(6, 'customer', 'Nobody answers, it is the worst service.'),
  untimed(7, 'rep', 'I am sorry to hear that, let me look.'),
  untimed(8, 'customer', 'It is far too expensive for that, and useless.'),
];

type Roll = (sides: number) => number;

/** Updates with late, repeated and revised segments, with or without times. */
function randomUpdates(roll: Roll): readonly Update[] {
  const isTimed = roll(2) === 0;
  const segments = UNHAPPY.map((segment, at) => ({ ...segment, ...(isTimed && { startMs: at * 20_000, endMs: at * 20_000 + 15_000 }) }));
  const order = roll(2) === 0 ? segments : shuffled(segments, roll);
  return order.map((segment, at) => {
    const again = order.slice(0, at).filter(() => roll(3) === 0);
    const better = again.map((known) => (roll(3) === 0 ? { ...known, revision: at, text: `${known.text} Right?` } : known));
    return { segments: shuffled([...better, segment], roll), duration: 20 * (at + 1) };
  });
}

describe('a call during which the server restarts', () => {
  it('continues without duplicates when the phone system sends the same segments again', async () => {
    // Each update holds the last segments again, more of them now than then: that must not change the order they came in.
    const updates = UNHAPPY.map((_, at) => ({ segments: UNHAPPY.slice(at % 3 === 1 ? 0 : at, at + 1), duration: 20 * (at + 1) }));
    const straight = await finalState(updates);
    for (let at = 1; at < updates.length; at += 1) expect(await finalState(updates, [at])).toEqual(straight);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('continues without a difference, whatever order its segments arrive in (%i)', async (seed) => {
    const updates = randomUpdates(dice(seed));
    const straight = await finalState(updates);
    expect(await finalState(updates, [2, 5])).toEqual(straight);
  });

  it('continues without a difference when the rep types', async () => {
    const lines = UNHAPPY.map(({ speaker, text }) => `${speaker === 'rep' ? 'Rep' : 'Customer'}: ${text} ${text}`);
    const updates = lines.map((_, at) => ({ transcript: lines.slice(0, at + 1).join('\n'), sequence: at + 1, duration: 40 * (at + 1) }));
    const straight = await finalState(updates);
    expect(await finalState(updates, [3, 6])).toEqual(straight);
  });
});
