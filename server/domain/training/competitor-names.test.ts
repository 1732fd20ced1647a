import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#domain/viewer.ts';
import { signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { competitorsIn } from './competitor-names.ts';

describe('the competitors of a training item', () => {
  it.each([
    [
      'Comparison with Corvane Refreshments, Podmarch and Beanferry',
      ['corvane', 'capsules'],
      ['Corvane Refreshments', 'Corvane', 'Podmarch', 'Beanferry'],
    ],
    ['How we compare to Kaldi2Go', [], ['Kaldi2Go']],
    ['Competitors', ['competitor'], []],
    ['What to say about others', [], []],
  ])('are the names in its title: %s', (title, tags, names) => {
    expect(competitorsIn({ title, tags })).toEqual(names);
  });
});

describe('a live call', () => {
  let app: TestApp;
  let rep: Viewer;
  beforeAll(async () => {
    app = await createTestApp();
    rep = await signUpViewer(app, 'ada');
  });
  afterAll(() => app.close());

  it('has a card when the customer names a competitor that the training items know', async () => {
    const { training, liveCalls } = app.container.services;
    await training.add(rep, {
      title: 'Comparison with Podmarch',
      content: 'Podmarch sells capsule machines.',
      tags: 'competitor, podmarch',
    });
    const call = await liveCalls.start(rep, {});
    const transcript = 'Rep: How do you make your coffee now?\nCustomer: Two years of podmarch capsules in the kitchen.';
    const { promptState } = await liveCalls.update(rep, call.id, { transcript, sequence: 1, duration: 300 });
    expect(promptState.prompts.map(({ rule, words }) => [rule, words])).toEqual([
      ['competitor', 'Two years of podmarch capsules in the kitchen.'],
    ]);
  });
});
