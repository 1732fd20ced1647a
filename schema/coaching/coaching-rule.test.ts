import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { COACHING_RULE_KEYS } from '#contract/coaching-rule.ts';
import type { Caller } from '#server/testing/caller.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let ada: Caller;
beforeAll(async () => {
  app = await createTestApp();
  ada = await app.signUp('ada');
});
afterAll(() => app.close());

const RULE =
  'id key kind label looksAt source enabled threshold bounds { standard holds unit min max whole } updatedAt updatedBy { username }';
const CHANGE = `mutation ($key: CoachingRuleKey!, $input: CoachingRuleInput!) {
  changeCoachingRule(key: $key, input: $input) { __typename ... on CoachingRule { ${RULE} } ... on Failure { message } }
}`;
const CHANGED = `subscription ($after: EventCursor) {
  coachingRulesChanged(after: $after) { kind id actor { username } coachingRule { enabled threshold } }
}`;

const Listed = z.object({ coachingRules: z.object({ eventCursor: z.string(), rules: z.array(z.looseObject({ key: z.string() })) }) });

it('the rules say what they listen for and where their numbers are from', async () => {
  const { data } = await ada.graph(`{ coachingRules { eventCursor rules { ${RULE} } } }`);
  const { eventCursor, rules } = Listed.parse(data).coachingRules;
  expect(eventCursor).toMatch(/^\d+$/);
  expect(rules.map(({ key }) => key)).toEqual(COACHING_RULE_KEYS);
  expect(rules[0]).toEqual({
    id: 'talk_share',
    key: 'talk_share',
    kind: 'urgent',
    label: 'Talk share',
    looksAt: expect.stringContaining('in the last 60 s of talk'),
    source: 'Gong, 25,537 calls: best 43:57, win rate falls above 65%',
    enabled: true,
    threshold: 65,
    bounds: { standard: 65, holds: 'over', unit: '%', min: 40, max: 95, whole: true },
    updatedAt: null,
    updatedBy: null,
  });
  expect(rules.at(-1)).toMatchObject({ key: 'objection', kind: 'insight', threshold: null, bounds: null });
});

it('a rule applies to everyone, and a change is published to every subscriber', async () => {
  const changes = (await app.signUp('bob')).subscribe(CHANGED, { after: '0' });
  expect((await ada.graph(CHANGE, { key: 'talk_share', input: { enabled: false, threshold: 70 } })).data).toMatchObject({
    changeCoachingRule: { __typename: 'CoachingRule', enabled: false, threshold: 70, updatedBy: { username: 'ada' } },
  });
  expect(await changes.next()).toEqual({
    coachingRulesChanged: {
      kind: 'updated',
      id: 'talk_share',
      actor: { username: 'ada' },
      coachingRule: { enabled: false, threshold: 70 },
    },
  });
  changes.stop();
  expect((await ada.graph(CHANGE, { key: 'talk_share', input: { threshold: null } })).data).toMatchObject({
    changeCoachingRule: { enabled: false, threshold: 65 },
  });
});

it('a threshold out of bounds is refused in a sentence', async () => {
  const message = 'Choose a whole number from 3 to 120 s.';
  expect((await ada.graph(CHANGE, { key: 'silence', input: { threshold: 2 } })).data).toEqual({
    changeCoachingRule: { __typename: 'Invalid', message },
  });
  const TRIAL = '{ coachingRuleTrial(key: silence, threshold: 121) { __typename ... on Failure { message } } }';
  expect((await ada.graph(TRIAL)).data).toEqual({ coachingRuleTrial: { __typename: 'Invalid', message } });
});

it('a rule is tried on past calls', async () => {
  await ada.rest.post('/api/transcriptions', { content: 'Customer: It is too expensive for us.\nRep: I see.' });
  await ada.rest.post('/api/transcriptions', { content: 'Customer: Hello.\nRep: Hello.' });
  const TRIAL = '{ coachingRuleTrial(key: price) { ... on CoachingRuleTrial { calls fired callsFired } } }';
  expect((await ada.graph(TRIAL)).data).toEqual({ coachingRuleTrial: { calls: 2, fired: 1, callsFired: 1 } });
});

it('not a hundred trials fit into one question', async () => {
  const many = Array.from({ length: 12 }, (_, at) => `t${at}: coachingRuleTrial(key: pace, threshold: ${150 + at}) { __typename }`);
  expect((await ada.graph(`{ ${many.join(' ')} }`)).errors).toMatchObject([{ extensions: { code: 'OPERATION_TOO_LARGE' } }]);
});
