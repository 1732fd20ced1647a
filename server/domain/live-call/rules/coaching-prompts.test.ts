import { describe, expect, it } from 'vitest';
import { COACHING_RULE_KEYS, type CoachingRuleKey, coachingRule } from '#contract/coaching-rule.ts';
import { dice, talk } from '#domain/conversation/testing/talk.ts';
import {
  type Alert,
  COOLDOWNS,
  type CoachingPrompt,
  dismissPrompt,
  EMPTY_PROMPT_STATE,
  evaluateRules,
  nextPromptState,
  PROMPT_LIMITS,
  type PromptState,
  remainingPrompts,
  StoredPromptState,
} from './coaching-prompts.ts';
import { blah, callSoFar } from './testing/calls.ts';

const alert = (rule: CoachingRuleKey, more: Partial<Alert> = {}): Alert => ({
  rule,
  kind: coachingRule(rule).kind,
  text: `${rule}.`,
  value: 1,
  turn: null,
  topic: null,
  words: null,
  ...more,
});

type Moment = readonly [seconds: number, ...alerts: readonly (CoachingRuleKey | Alert)[]];

const listen = (before: PromptState, ...moments: readonly Moment[]): PromptState =>
  moments.reduce<PromptState>(
    (so, [seconds, ...alerts]) =>
      nextPromptState(
        so,
        alerts.map((one) => (typeof one === 'string' ? alert(one) : one)),
        seconds,
      ),
    before,
  );

/** The text with start and end. */
const shown = ({ prompts }: PromptState) => prompts.map(({ id, since, withdrawn }) => [id, since, withdrawn]);

describe('a call', () => {
  it('shows one tip in 45 seconds, the most important first', () => {
    const call = listen(EMPTY_PROMPT_STATE, [610, 'silence', 'long_turn', 'fillers'], [654, 'silence', 'long_turn', 'fillers']);
    expect(shown(call)).toEqual([['long_turn#1', 610, null]]);
    expect(shown(listen(call, [655, 'silence', 'long_turn', 'fillers']))).toEqual([
      ['long_turn#1', 610, null],
      ['silence#1', 655, null],
    ]);
  });

  it('shows no tip that resolved while it waited', () => {
    const call = listen(
      EMPTY_PROMPT_STATE,
      [10, 'long_turn', 'silence'],
      [30, 'long_turn'],
      [60, 'long_turn', alert('pace', { easing: true })],
    );
    expect(shown(call)).toEqual([['long_turn#1', 10, null]]);
  });

  it('shows urgent alerts immediately, and then no tip for a while', () => {
    const call = listen(
      EMPTY_PROMPT_STATE,
      [610, 'pace'],
      [612, 'pace', 'talk_share', 'negative_streak', 'silence'],
      [656, 'pace', 'silence'],
    );
    expect(shown(call)).toEqual([
      ['pace#1', 610, null],
      ['talk_share#1', 612, 656],
      ['negative_streak#1', 612, 656],
    ]);
    expect(shown(listen(call, [657, 'silence'])).at(-1)).toEqual(['silence#1', 657, null]);
  });

  it('sees a nudge go when it is corrected, not while it is only easing', () => {
    const call = listen(EMPTY_PROMPT_STATE, [10, 'talk_share'], [20, alert('talk_share', { easing: true })]);
    expect(shown(call)).toEqual([['talk_share#1', 10, null]]);
    expect(shown(listen(call, [30]))).toEqual([['talk_share#1', 10, 30]]);
  });

  it('shows a prompt again after two minutes if it still applies or applies again', () => {
    const unchanged = listen(EMPTY_PROMPT_STATE, [610, 'talk_share'], [729, 'talk_share'], [730, 'talk_share']);
    expect(shown(unchanged)).toEqual([
      ['talk_share#1', 610, 730],
      ['talk_share#2', 730, null],
    ]);
    const again = listen(EMPTY_PROMPT_STATE, [610, 'talk_share'], [620], [700, 'talk_share'], [740, 'talk_share']);
    expect(shown(again)).toEqual([
      ['talk_share#1', 610, 620],
      ['talk_share#2', 740, null],
    ]);
  });

  it('is shown one card in 20 seconds beside the tips, the newest first, and a topic once in five minutes', () => {
    const card = (rule: CoachingRuleKey, turn: number) => alert(rule, { value: null, turn, words: 'Too expensive.' });
    const call = listen(EMPTY_PROMPT_STATE, [610, 'pace', card('price', 3), card('timing', 5)], [629, card('price', 3)]);
    expect(shown(call)).toEqual([
      ['pace#1', 610, 629],
      ['timing@5#1', 610, 629],
    ]);
    const later = listen(call, [630, card('price', 9), card('price', 3)], [800, card('price', 9)], [850], [929, card('price', 40)]);
    expect(shown(later).at(-1)).toEqual(['price@9#1', 630, 850]);
    // The same mention is not new, however long ago.
    expect(shown(listen(later, [940, card('price', 9)]))).toHaveLength(3);
    expect(shown(listen(later, [930, card('price', 40)])).at(-1)).toEqual(['price@40#2', 930, null]);
  });

  it('is as quiet in a short call as in a long one: one prompt, then one for every two minutes', () => {
    const always = (['talk_share', 'monologue', 'negative_streak', 'pace'] as const).map((rule) => rule);
    const seconds = Array.from({ length: 90 }, (_, at) => 10 * at);
    const call = listen(EMPTY_PROMPT_STATE, ...seconds.map((at): Moment => [at, ...always]));
    for (const at of seconds) {
      const sofar = call.prompts.filter(({ since }) => since <= at).length;
      expect(sofar, `at ${at}`).toBeLessThanOrEqual(Math.max(1, at / 120));
    }
    expect(call.prompts).toHaveLength(7);
  });

  it('does not repeat a dismissed prompt for two minutes', () => {
    const call = dismissPrompt(listen(EMPTY_PROMPT_STATE, [610, 'talk_share']), 'talk_share#1', 700);
    expect(call.prompts).toMatchObject([{ dismissed: 700, withdrawn: null }]);
    expect(dismissPrompt(call, 'talk_share#1', 710)).toBe(call);
    expect(dismissPrompt(call, 'pace#1', 710)).toBe(call);
    expect(shown(listen(call, [819, 'talk_share']))).toHaveLength(1);
    expect(shown(listen(call, [820, 'talk_share']))).toEqual([
      ['talk_share#1', 610, 820],
      ['talk_share#2', 820, null],
    ]);
  });

  it('repeats nothing when its duration is revised', () => {
    const call = listen(
      EMPTY_PROMPT_STATE,
      [200, 'talk_share', 'pace'],
      [20, 'talk_share', 'pace'],
      [Number.NaN, 'talk_share'],
      [-1, 'talk_share'],
    );
    expect(shown(call)).toEqual([['talk_share#1', 200, null]]);
    expect(call.at).toBe(200);
  });
});

describe('the transcript', () => {
  it('is read back from where it was stored', () => {
    const call = dismissPrompt(
      listen(EMPTY_PROMPT_STATE, [10, 'pace', alert('price', { turn: 2, topic: 'price', words: 'Too much.' })], [20, 'pace']),
      'pace#1',
      21,
    );
    expect(StoredPromptState.parse(JSON.parse(JSON.stringify(call)))).toEqual(call);
  });

  it.each([
    undefined,
    null,
    [],
    {},
    'nothing',
    { ...EMPTY_PROMPT_STATE, prompts: [{ id: 'pace#1' }] },
    { ...EMPTY_PROMPT_STATE, at: null },
    { ...EMPTY_PROMPT_STATE, spoken: { an_old_rule: { times: 1, at: 1, turn: null } } },
  ])('is ignored when it is invalid (%j)', (stored) => {
    expect(StoredPromptState.parse(stored)).toEqual(EMPTY_PROMPT_STATE);
  });
});

const RANDOM_CALLS = Array.from({ length: 40 }, (_, seed) => [seed]);

/** Some alerts in any state, in the order of the table. */
function someAlerts(roll: (sides: number) => number): readonly Alert[] {
  return COACHING_RULE_KEYS.filter(() => roll(3) === 0).flatMap((rule) => {
    if (coachingRule(rule).kind === 'insight') return Array.from({ length: 1 + roll(2) }, () => alert(rule, { turn: roll(40) }));
    return [roll(4) === 0 ? alert(rule, { easing: true }) : alert(rule)];
  });
}

const apart = (prompts: readonly CoachingPrompt[], seconds: number) =>
  prompts.every(({ since }, at) => at === 0 || since - (prompts[at - 1]?.since ?? 0) >= seconds);

describe('whatever happens in a call', () => {
  it.each(RANDOM_CALLS)('the prompter keeps its promises (%i)', (seed) => {
    const roll = dice(seed);
    const shown = new Map<string, CoachingPrompt>();
    let state = EMPTY_PROMPT_STATE;
    let seconds = 600;
    for (let step = 0; step < 120; step += 1) {
      const alerts = someAlerts(roll);
      seconds = Math.max(0, seconds + roll(30) - (roll(9) === 0 ? roll(200) : 0));
      const before = state;
      state = nextPromptState(before, alerts, seconds);
      const now = state.at;

      expect(now).toBe(Math.max(before.at, seconds));
      expect(nextPromptState(state, alerts, seconds)).toBe(state);
      expect(nextPromptState(state, alerts, seconds - 50)).toBe(state);

      const open = state.prompts.filter(({ withdrawn }) => withdrawn === null);
      const rules = open.map(({ rule }) => rule);
      expect(new Set(rules).size).toBe(rules.length);
      expect(rules.every((rule) => alerts.some((one) => one.rule === rule))).toBe(true);
      const added = state.prompts.filter(({ id }) => !shown.has(id));
      expect(added.every(({ since, rule }) => since === now && alerts.some((one) => one.rule === rule && !one.easing))).toBe(true);
      for (const { rule, kind, easing } of alerts) {
        if (kind !== 'urgent' || easing) continue;
        const last = [...shown.values()].findLast((prompt) => prompt.rule === rule);
        const isDue = last === undefined || now - Math.max(last.since, last.dismissed ?? 0) >= COOLDOWNS.rule;
        const isSpent = [...shown.values()].filter((prompt) => prompt.rule === rule).length >= PROMPT_LIMITS.perRule;
        const isFull = added.length >= remainingPrompts(before, now);
        const isAdded = added.some((prompt) => prompt.rule === rule);
        if (isAdded) expect(isDue && !isSpent).toBe(true);
        else expect(!isDue || isSpent || isFull).toBe(true);
      }
      for (const prompt of state.prompts) {
        const known = shown.get(prompt.id);
        if (known && known.withdrawn !== null) expect(prompt).toEqual(known);
        shown.set(prompt.id, prompt);
      }
      if (roll(12) === 0 && open[0]) state = dismissPrompt(state, open[0].id, now);
      for (const prompt of state.prompts) shown.set(prompt.id, prompt);
    }
    expect(StoredPromptState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
    const all = [...shown.values()];
    const cards = all.filter(({ kind }) => kind === 'insight');
    expect(all.length).toBeGreaterThan(3);
    for (const { since } of all)
      expect(all.filter((other) => other.since <= since && since - other.since < PROMPT_LIMITS.window).length).toBeLessThanOrEqual(
        PROMPT_LIMITS.recent,
      );
    expect(apart(cards, COOLDOWNS.card)).toBe(true);
    const spoken = all.filter(({ kind }) => kind !== 'insight');
    expect(spoken.every((prompt, at) => prompt.kind !== 'tip' || apart(spoken.slice(Math.max(0, at - 1), at + 1), COOLDOWNS.tip))).toBe(
      true,
    );
    for (const rule of COACHING_RULE_KEYS) {
      expect(all.filter((prompt) => prompt.rule === rule).length).toBeLessThanOrEqual(PROMPT_LIMITS.perRule);
      const pause = coachingRule(rule).kind === 'insight' ? COOLDOWNS.topic : COOLDOWNS.rule;
      expect(
        apart(
          all.filter((prompt) => prompt.rule === rule),
          pause,
        ),
      ).toBe(true);
    }
  });
});

describe('a quiet moment', () => {
  const rulesOf = (...turns: readonly (readonly ['rep' | 'customer', number, number, string])[]) => {
    const alerts = evaluateRules(callSoFar(talk(...turns), { at: 215 }), {});
    return alerts.filter(({ easing }) => !easing).map(({ rule }) => rule);
  };

  it.each([
    ['the customer asks', 'What does it cost?'],
    ['people take leave', 'Fine, have a nice day, bye.'],
  ])('is when %s: no alert begins', (_when, words) => {
    const before = [
      ['customer', 0, 3, 'It is me.'],
      ['rep', 3, 6, 'I am Ann.'],
      ['customer', 6, 9, 'We are ten.'],
      ['rep', 10, 205, blah(600)],
    ] as const;
    expect(rulesOf(...before, ['customer', 205, 215, 'We are twelve people.'])).toContain('talk_share');
    expect(rulesOf(...before, ['customer', 205, 215, words])).not.toContain('talk_share');
  });

  it('ends no card', () => {
    const call = talk(['rep', 0, 5, 'What is it?'], ['customer', 5, 9, 'I want to cancel the whole thing, how do I do that?']);
    expect(evaluateRules(callSoFar(call, { at: 9 }), {}).map(({ rule }) => rule)).toContain('cancellation');
    const signal = talk(
      ['rep', 0, 5, 'It is 40 a month with the service and all the parts.'],
      ['customer', 5, 9, 'Good. What are the next steps?'],
    );
    expect(evaluateRules(callSoFar(signal, { at: 9 }), {}).map(({ rule }) => rule)).toContain('buying_signal');
  });
});

describe('all rules', () => {
  const TALK = `${blah(60)} That is terrible, too expensive, my boss says we got another offer. How soon? Um, um, um, um, um.`;

  it('do not fire if they need speakers and the call has none', () => {
    const spoken = evaluateRules(callSoFar(Array.from({ length: 40 }, () => TALK).join('\n'), { at: 580, planned: 600 }), {});
    expect(spoken.map(({ rule }) => rule)).toEqual(['no_next_step']);
    const timed = talk(...Array.from({ length: 9 }, (_, at) => [null, 10 * at, 10 * at + 10, TALK] as const));
    expect(evaluateRules(callSoFar(timed, { at: 600 }), {}).map(({ rule }) => rule)).toEqual(['silence']);
  });

  it('do not fire in a call without text or with an impossible duration', () => {
    for (const at of [0, 90, 9_000, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(evaluateRules(callSoFar('', { at, planned: 60 }), {}), String(at)).toEqual([]);
      expect(() => evaluateRules(callSoFar(`Rep: ${TALK}`, { at, planned: at }), {})).not.toThrow();
    }
  });

  it('fire in the order of the table, respect their threshold, and are silent when disabled', () => {
    const call = callSoFar(talk(['customer', 0, 5, 'Too expensive.'], ['rep', 5, 205, blah(600)]), { at: 230 });
    const rules = evaluateRules(call, {}).map(({ rule }) => rule);
    expect(rules).toEqual(['talk_share', 'monologue', 'silence', 'pace']);
    expect(rules).toEqual(COACHING_RULE_KEYS.filter((key) => rules.includes(key)));
    const settings = {
      talk_share: { enabled: false, threshold: null },
      silence: { enabled: true, threshold: 30 },
      pace: { enabled: true, threshold: 200 },
    };
    expect(evaluateRules(call, settings).map(({ rule }) => rule)).toEqual(['monologue']);
  });
});
