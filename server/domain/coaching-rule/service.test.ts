import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COACHING_RULE_KEYS, type CoachingRuleKey, coachingRule } from '#contract/coaching-rule.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, TEST_NOW, type TestApp } from '#server/testing/test-app.ts';
import { Invalid, LimitExceeded } from '../failures.ts';
import { SERVER, type Viewer } from '../viewer.ts';
import type { CoachingRules } from './service.ts';

let app: TestApp;
let ada: Viewer;
let rules: CoachingRules;
beforeAll(async () => {
  app = await createTestApp();
  ada = await signUpViewer(app, 'ada');
  rules = app.container.services.coachingRules;
});
beforeEach(async () => {
  await app.container.db.prisma.coachingRule.deleteMany();
  await app.container.db.prisma.event.deleteMany();
  await app.container.db.prisma.transcription.deleteMany();
});
afterAll(() => app.close());

const ruleOf = async (key: CoachingRuleKey) => (await rules.list(SERVER)).find((rule) => rule.key === key);
const changes = async () => (await eventsOf(app.container.db)).filter(({ kind }) => kind === 'coaching_rule.changed');

describe('the rules', () => {
  it('are listed in the order of their table with its defaults, until someone changes them', async () => {
    expect(await rules.list(SERVER)).toEqual(
      COACHING_RULE_KEYS.map((key) => ({
        key,
        enabled: true,
        threshold: coachingRule(key).threshold?.standard ?? null,
        updatedAt: null,
        updatedBy: null,
      })),
    );
    expect(await rules.settings()).toEqual({});
  });

  it('are switched off and moved for everyone, each change a fact', async () => {
    expect(await rules.change(ada, 'talk_share', { threshold: 70 })).toMatchObject({ key: 'talk_share', enabled: true, threshold: 70 });
    await rules.change(ada, 'talk_share', { enabled: false });
    expect(await ruleOf('talk_share')).toEqual({
      key: 'talk_share',
      enabled: false,
      threshold: 70,
      updatedAt: TEST_NOW,
      updatedBy: ada.id,
    });
    expect(await rules.settings()).toMatchObject({ talk_share: { enabled: false, threshold: 70 } });
    expect(await changes()).toMatchObject([
      { subjectType: 'coaching_rule', subjectId: 'talk_share', actorId: ada.id, data: { key: 'talk_share' } },
      { data: { key: 'talk_share' } },
    ]);
  });

  it('go back to the standard threshold', async () => {
    await rules.change(ada, 'silence', { threshold: 20 });
    expect(await rules.change(ada, 'silence', { threshold: null })).toMatchObject({ threshold: 10 });
    expect(await rules.settings()).toMatchObject({ silence: { enabled: true, threshold: null } });
  });

  it('do not change by what changes nothing', async () => {
    await rules.change(ada, 'pace', {});
    await rules.change(ada, 'pace', { enabled: true, threshold: null });
    expect(await changes()).toEqual([]);
    await rules.change(ada, 'pace', { threshold: 180 });
    await rules.change(ada, 'pace', { threshold: 180 });
    expect(await changes()).toHaveLength(1);
  });

  it.each([
    ['talk_share', 39, 'Choose a whole number from 40 to 95 %.'],
    ['talk_share', 96, 'Choose a whole number from 40 to 95 %.'],
    ['interruptions', 2.5, 'Choose a whole number from 1 to 20 in 2 minutes.'],
    ['fillers', 0.4, 'Choose a number from 0.5 to 30 a minute.'],
    ['price', 3, 'Price has no threshold to set.'],
  ] as const)('%s cannot be set to %d', async (key, threshold, message) => {
    const failure = await rules.change(ada, key, { threshold }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Invalid);
    expect(failure).toMatchObject({ message, issues: [{ path: 'threshold', message }] });
    await expect(rules.trial(ada, key, threshold)).rejects.toThrow(message);
    expect(await changes()).toEqual([]);
  });

  it('may be set to their bounds, and to a half where that makes sense', async () => {
    expect(await rules.change(ada, 'talk_share', { threshold: 40 })).toMatchObject({ threshold: 40 });
    expect(await rules.change(ada, 'talk_share', { threshold: 95 })).toMatchObject({ threshold: 95 });
    expect(await rules.change(ada, 'fillers', { threshold: 4.5 })).toMatchObject({ threshold: 4.5 });
  });

  it('of another version are ignored', async () => {
    const row = { enabled: false, threshold: 3, updatedAt: TEST_NOW };
    await app.container.db.prisma.coachingRule.create({ data: { key: 'smiles', ...row } });
    expect(await rules.settings()).toEqual({});
    expect((await rules.list(SERVER)).map(({ key }) => key)).toEqual(COACHING_RULE_KEYS);
    expect(await rules.find(SERVER, 'smiles')).toBeNull();
  });

  it('keep their values when the person who set them is deleted', async () => {
    const bob = await signUpViewer(app, 'bob');
    await rules.change(bob, 'pace', { threshold: 180 });
    await app.container.db.prisma.user.delete({ where: { id: bob.id } });
    expect(await ruleOf('pace')).toMatchObject({ threshold: 180, updatedBy: null });
  });

  it('apply immediately on other instances', async () => {
    const other = await createTestApp({ beside: app });
    await rules.change(ada, 'pace', { enabled: false });
    expect(await other.container.services.coachingRules.settings()).toMatchObject({ pace: { enabled: false } });
    await other.close();
  });
});

describe('a trial', () => {
  const words = (count: number) => `${Array.from({ length: count }, () => 'word').join(' ')}.`;
  /** Calls of a hundred words in as many seconds, each a second older than the one before. */
  const calls = (...contents: readonly string[]) =>
    app.container.db.prisma.transcription.createMany({
      data: contents.map((content, at) => ({
        id: `call-${at}`,
        content,
        type: 'sales',
        duration: 100,
        createdAt: new Date(TEST_NOW.getTime() - at * 1_000),
      })),
    });
  const LONG = `Customer: ${words(20)}\nRep: ${words(80)}`;
  const SHORT = `Rep: ${words(20)}\nCustomer: ${words(80)}`;

  it('counts how often a rule would have fired, and in how many calls', async () => {
    await calls(LONG, SHORT, LONG, 'Nothing to count here.', '');
    expect(await rules.trial(ada, 'long_turn')).toEqual({ calls: 5, fired: 2, callsFired: 2 });
    expect(await rules.trial(ada, 'long_turn', 80)).toEqual({ calls: 5, fired: 0, callsFired: 0 });
    const dear = 'Customer: It is too expensive for us.\nRep: I see.';
    await app.container.db.prisma.transcription.update({ where: { id: 'call-1' }, data: { content: dear } });
    expect(await rules.trial(ada, 'price')).toEqual({ calls: 5, fired: 1, callsFired: 1 });
  });

  it('takes the threshold that is set, and tries what is switched off', async () => {
    await calls(LONG);
    await rules.change(ada, 'long_turn', { enabled: false, threshold: 79 });
    expect(await rules.trial(ada, 'long_turn')).toEqual({ calls: 1, fired: 1, callsFired: 1 });
    await rules.change(ada, 'long_turn', { threshold: 80 });
    expect(await rules.trial(ada, 'long_turn')).toEqual({ calls: 1, fired: 0, callsFired: 0 });
  });

  it('fires the same rule twice in a call, but no more often than live coaching would', async () => {
    const monologues = Array.from({ length: 5 }, () => `Rep: ${words(130)}\nCustomer: No, please wait a moment.`).join('\n');
    await app.container.db.prisma.transcription.create({
      data: { id: 'lecture', content: monologues, type: 'sales', duration: 680, createdAt: TEST_NOW },
    });
    expect(await rules.trial(ada, 'monologue')).toEqual({ calls: 1, fired: 3, callsFired: 1 });
    expect(await rules.trial(ada, 'long_turn')).toEqual({ calls: 1, fired: 3, callsFired: 1 });
  });

  it('reads the newest 200 calls, and of an endless one the beginning', async () => {
    const endless = `${LONG}\n${`Customer: ${words(2_000)}\n`.repeat(12)}`;
    await calls(endless, ...Array.from({ length: 199 }, () => SHORT), LONG);
    expect(await rules.trial(ada, 'no_question', 30)).toMatchObject({ calls: 200 });
    expect(await rules.trial(ada, 'long_turn', 75)).toEqual({ calls: 200, fired: 0, callsFired: 0 });
  });

  it('of no calls is none', async () => {
    expect(await rules.trial(ada, 'talk_share')).toEqual({ calls: 0, fired: 0, callsFired: 0 });
  });

  it('is shared by identical requests at the same time', async () => {
    await calls(LONG);
    const bob = await signUpViewer(app, 'rob');
    const same = await Promise.all([rules.trial(ada, 'long_turn', 75), rules.trial(bob, 'long_turn', 75)]);
    expect(same[0]).toEqual({ calls: 1, fired: 1, callsFired: 1 });
    expect(new Set(same).size).toBe(1);
  });

  it('runs one at a time for a person, and does not block other people', async () => {
    await calls(LONG);
    const eve = await signUpViewer(app, 'eve');
    const many = Array.from({ length: 10 }, (_, at) => rules.trial(ada, 'long_turn', 60 + at));
    const other = rules.trial(eve, 'long_turn', 75);
    const [first, ...rest] = await Promise.allSettled(many);
    expect(first?.status).toBe('fulfilled');
    const message = 'At most 1 trial of a coaching rule per person may be in progress. Wait until yours finishes.';
    expect(rest).toEqual(rest.map(() => ({ status: 'rejected', reason: new LimitExceeded('TOO_MANY_IN_PROGRESS', message) })));
    expect(await other).toEqual({ calls: 1, fired: 1, callsFired: 1 });
    expect(await rules.trial(ada, 'long_turn', 61)).toEqual({ calls: 1, fired: 1, callsFired: 1 });
  });

  it('leaves room for everything else', async () => {
    const mixed = Array.from(
      { length: 400 },
      (_, at) => `${at % 2 ? 'Rep' : 'Customer'}: ${words(12)} This is terrible, too expensive.`,
    ).join('\n');
    await calls(...Array.from({ length: 20 }, () => mixed));
    let rounds = 0;
    const counting = setInterval(() => {
      rounds += 1;
    }, 0);
    await rules.trial(ada, 'negative_streak');
    clearInterval(counting);
    expect(rounds).toBeGreaterThan(5);
  });
});
