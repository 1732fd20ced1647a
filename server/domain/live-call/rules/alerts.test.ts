import { describe, expect, it } from 'vitest';
import { COACHING_RULE_KEYS } from '#contract/coaching-rule.ts';
import { talk } from '#domain/conversation/testing/talk.ts';
import { evaluateRules } from './alerts.ts';
import { blah, callSoFar } from './testing/calls.ts';

describe('all rules', () => {
  const TALK = `${blah(60)} That is terrible, too expensive, my boss says we got another offer. How soon? Um, um, um, um, um.`;

  it('say nothing that needs a speaker where nobody is named', () => {
    const spoken = evaluateRules(callSoFar(Array.from({ length: 40 }, () => TALK).join('\n'), { at: 580, planned: 600 }), {});
    expect(spoken.map(({ rule }) => rule)).toEqual(['no_next_step']);
    const timed = talk(...Array.from({ length: 9 }, (_, at) => [null, 10 * at, 10 * at + 10, TALK] as const));
    expect(evaluateRules(callSoFar(timed, { at: 600 }), {}).map(({ rule }) => rule)).toEqual(['silence']);
  });

  it('say nothing of a call in which nothing was said, or whose length makes no sense', () => {
    for (const at of [0, 90, 9_000, -5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(evaluateRules(callSoFar('', { at, planned: 60 }), {}), String(at)).toEqual([]);
      expect(() => evaluateRules(callSoFar(`Rep: ${TALK}`, { at, planned: at }), {})).not.toThrow();
    }
  });

  it('come in the order of the table, obey their threshold, and are silent when switched off', () => {
    const call = callSoFar(talk(['customer', 0, 5, 'Too expensive.'], ['rep', 5, 205, blah(600)]), { at: 230 });
    const rules = evaluateRules(call, {}).map(({ rule }) => rule);
    expect(rules).toEqual(['talk_share', 'monologue', 'no_question', 'silence', 'pace']);
    expect(rules).toEqual(COACHING_RULE_KEYS.filter((key) => rules.includes(key)));
    const settings = {
      talk_share: { enabled: false, threshold: null },
      silence: { enabled: true, threshold: 30 },
      pace: { enabled: true, threshold: 200 },
    };
    expect(evaluateRules(call, settings).map(({ rule }) => rule)).toEqual(['monologue', 'no_question']);
  });
});
