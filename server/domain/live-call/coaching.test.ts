import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { SERVER, type Viewer } from '../viewer.ts';
import { visiblePrompts } from './stored-call.ts';

let app: TestApp;
let rep: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  rep = await signUpViewer(app, 'rita');
});
afterAll(() => app.close());

const calls = () => app.container.services.liveCalls;

/** A call sent turn by turn: speaker, start and end second, and text. */
async function call(...turns: readonly (readonly ['rep' | 'customer', number, number, string])[]) {
  const { id } = await calls().start(rep, {});
  const addTurns = async (...more: typeof turns) => {
    for (const [speaker, from, to, text] of more) {
      const segment = { id: `${from}`, speaker, text, startMs: from * 1_000, endMs: to * 1_000 };
      await calls().update(rep, id, { segments: [segment], duration: to });
    }
    await calls().settled();
    const updated = await calls().find(SERVER, id);
    if (!updated) throw new Error('The call is gone');
    return updated;
  };
  return { id, addTurns, updated: await addTurns(...turns) };
}

const MONOLOGUE = 'our machines are the best there are and they grind for each cup and they clean themselves at night '.repeat(26);

describe('a rep who talks too much', () => {
  it('shows once, is published to everyone, and is withdrawn when the rep listens', async () => {
    const { id, addTurns, updated } = await call(['customer', 0, 3, 'Hello there.'], ['rep', 4, 245, MONOLOGUE]);
    expect(visiblePrompts(updated.promptState.prompts).map(({ rule, kind }) => [rule, kind])).toEqual([
      ['talk_share', 'urgent'],
      ['monologue', 'urgent'],
    ]);
    expect(updated.attention).toBeGreaterThanOrEqual(200);
    await addTurns(['rep', 246, 247, 'And so on.']);
    const alerts = (await eventsOf(app.container.db, id)).filter(({ kind }) => kind === 'live_call.alerted');
    expect(alerts.map(({ data }) => Object(data).rule)).toEqual(['talk_share', 'monologue']);

    const listened = await addTurns(['customer', 250, 365, 'We are twelve people and our machine is small. '.repeat(28)]);
    // What remains is that they have not asked a question, which is not urgent.
    expect(visiblePrompts(listened.promptState.prompts).map(({ rule, kind }) => [rule, kind])).toEqual([['no_question', 'tip']]);
    expect(listened.promptState.prompts.map(({ withdrawn }) => withdrawn)).toEqual([365, 365, null]);
    expect(listened.attention).toBeLessThan(100);
  });

  it('may put it away', async () => {
    const { id, updated } = await call(['customer', 0, 3, 'Hello there.'], ['rep', 4, 245, MONOLOGUE]);
    const [first] = updated.promptState.prompts;
    const after = await calls().dismissPrompt(rep, id, first?.id ?? '');
    expect(visiblePrompts(after.promptState.prompts).map(({ rule }) => rule)).toEqual(['monologue']);
    expect(after.attention).toBe(updated.attention - 100);
    await expect(calls().dismissPrompt(rep, id, 'nothing')).rejects.toThrow('Prompt not found');
  });

  it('is not shown when the rule is disabled', async () => {
    const { coachingRules } = app.container.services;
    for (const rule of ['talk_share', 'monologue'] as const) await coachingRules.change(rep, rule, { enabled: false });
    const { updated } = await call(['customer', 0, 3, 'Hello there.'], ['rep', 4, 245, MONOLOGUE]);
    expect(updated.promptState.prompts.map(({ rule }) => rule)).not.toEqual(expect.arrayContaining(['talk_share']));
    for (const rule of ['talk_share', 'monologue'] as const) await coachingRules.change(rep, rule, { enabled: true });
  });
});

describe('a customer who objects', () => {
  it('brings the training item that answers them', async () => {
    await app.container.services.training.add(rep, { title: 'Delivery', content: 'We deliver within a week.' });
    const item = await app.container.services.training.add(rep, {
      title: 'When the price is too high',
      content: 'Compare the price per cup: at thirty cups a day our machine costs less than the kiosk around the corner.',
    });
    const { updated } = await call(
      ['rep', 0, 4, 'Here is what the machine costs.'],
      ['customer', 5, 9, 'Honestly, the price is too high for us, it is expensive.'],
    );
    expect(updated.promptState.prompts).toMatchObject([{ rule: 'price', kind: 'insight', turn: 1 }]);
    expect(updated.cards).toEqual([
      {
        promptId: updated.promptState.prompts[0]?.id,
        topic: 'price',
        trainingItemId: item.id,
        title: 'When the price is too high',
        excerpt: expect.stringContaining('Compare the price per cup'),
      },
    ]);
  });
});

it('coaching of a call continues when another instance takes it over', async () => {
  const { id, updated } = await call(['customer', 0, 3, 'Hello there.'], ['rep', 4, 245, MONOLOGUE]);
  const other = await createTestApp({ beside: app });
  const segment = { id: 'x', speaker: 'rep', text: 'And then some.', startMs: 131_000, endMs: 133_000 };
  const after = await other.container.services.liveCalls.update(rep, id, { segments: [segment], duration: 133 });
  // Nothing is shown a second time.
  expect(after.promptState.prompts.map((prompt) => prompt.id)).toEqual(updated.promptState.prompts.map((prompt) => prompt.id));
  await other.close();
});
