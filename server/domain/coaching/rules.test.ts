import { describe, expect, it } from 'vitest';
import { readCall } from './call-metrics.ts';
import { reviewOf } from './review.ts';
import { fires, RULES } from './rules.ts';
import { chosen, KEEN, NAMELESS, WORDY, words } from './testing/calls.ts';

interface Scene {
  readonly dialogue: string;
  /** Seconds. */
  readonly lasting?: number;
  /** How the insight must read. */
  readonly explains: RegExp;
  /** What the first line it rests on must be. */
  readonly rests: RegExp;
}

const at = (from: number, to: number) => `[00:${String(from).padStart(2, '0')} - 00:${String(to).padStart(2, '0')}]`;

const HASTY = `${at(0, 4)} Customer: We have two floors and thirty people.
${at(4, 12)} Rep: Right, so listen. ${words(50)}
${at(11, 20)} Customer: But the second floor has no water.
${at(15, 20)} Rep: That is no problem at all, we do that every day.
${at(19, 30)} Customer: And the kitchen is small.
${at(25, 30)} Rep: It fits everywhere, believe me.
${at(29, 40)} Customer: And nobody wants to clean it.
${at(35, 40)} Rep: It cleans itself every night, you will see.`;

const NEUTRAL = `Rep: Hello Jo, is this a good moment?
Customer: It is, we were just looking at the two offers on the table, so go on.
Rep: Do you have the sheet?
Customer: I do, it is in front of me and my colleague has it, too, on the second page.
Rep: Is the number right?
Customer: The number of floors is right, the number of people is one hundred and twelve since the spring.
Rep: I will note that.
Customer: Do that.`;

const SCENES: Readonly<Record<string, Scene>> = {
  talk_share_very_high: { dialogue: WORDY, explains: /^You spoke 9\d% of the time in this call/, rests: /^It has everything inside/ },
  talk_share_high: {
    dialogue: `Rep: One. ${words(29)}\nCustomer: Two. ${words(19)}`,
    explains: /^You spoke 60% of the time/,
    rests: /^One\. stone/,
  },
  talk_share_good: { dialogue: KEEN, explains: /^You spoke 3\d% of the time/, rests: /^Two cups at once|^People walk/ },
  monologue_very_long: { dialogue: `Rep: Look. ${words(310)}\nCustomer: Okay.`, explains: /averaged 311 words/, rests: /^Look\./ },
  monologue_long: { dialogue: WORDY, explains: /^Your longest monologue averaged 204 words/, rests: /^It has everything inside/ },
  pace_fast: { dialogue: HASTY, explains: /^You spoke at \d{3} words a minute/, rests: /^Right, so listen/ },
  fillers_many: {
    dialogue: 'Rep: Um, it is, um, basically a machine, you know, with a tank.\nCustomer: Go on.',
    explains: /^Fillers made up .* in 100 words/,
    rests: /^Um, it is/,
  },
  interruptions_many: { dialogue: HASTY, explains: /^You interrupted the customer 4 times per call/, rests: /^Right, so listen/ },
  patience_short: { dialogue: HASTY, explains: /^You began 0\.0 s after the customer stopped/, rests: /^Right, so listen/ },
  questions_rare: { dialogue: WORDY, lasting: 1_200, explains: /^You asked 0 an hour/, rests: /^It has everything inside/ },
  questions_few: { dialogue: WORDY, explains: /^Only 0% of your sentences were questions/, rests: /^It has everything inside/ },
  questions_closed: { dialogue: NEUTRAL, explains: /^0% of your questions were open/, rests: /^Hello Jo, is this a good moment/ },
  questions_open: { dialogue: KEEN, explains: /^75% of your questions were open/, rests: /^Thank you for your time\. What happens/ },
  objections_argued: { dialogue: WORDY, explains: /^You answered 0% of objections with a question/, rests: /^It's too expensive/ },
  objections_asked: {
    dialogue: KEEN,
    explains: /^You answered 100% of objections with a question/,
    rests: /I am not sure a new one helps/,
  },
  price_given_away: {
    dialogue: WORDY,
    explains: /^You lowered the price as your first answer to an objection 1 times/,
    rests: /^I don't need it taken apart/,
  },
  next_step_missing: { dialogue: WORDY, explains: /^The call ended without a next step/, rests: /^We could do ten percent off|^I will/ },
  next_step_agreed: { dialogue: KEEN, explains: /^The call ended with a next step and a date/, rests: /on Wednesday at ten/ },
  mood_fell: {
    dialogue:
      'Customer: This is wonderful.\nRep: Good.\nCustomer: I love it.\nRep: Fine.\nCustomer: It is broken again, that is terrible.\nRep: Oh.\nCustomer: This is useless.',
    explains: /mood dropped by \d\.\d\d from/,
    rests: /^It is broken again|^This is useless/,
  },
  mood_rose: { dialogue: KEEN, explains: /mood rose by \d\.\d\d from/, rests: /wonderful|Great, thank you/ },
  rapport_thin: {
    dialogue: `Rep: ${words(60)}\nCustomer: It is broken again, that is terrible.`,
    explains: /rarely expressed thanks or understanding: 0 in 100 words/,
    rests: /^It is broken again/,
  },
  rapport_warm: { dialogue: KEEN, explains: /^You expressed thanks and understanding/, rests: /^Thank you for your time/ },
  unlabelled_questions: {
    dialogue: NAMELESS,
    explains: /^\d+% of all sentences were questions.*The transcript names no speakers/,
    rests: /^Hello, this is about/,
  },
  unlabelled_mood_low: {
    dialogue: NAMELESS,
    explains: /^The mood was negative.*The transcript names no speakers/,
    rests: /^Hello, this is about/,
  },
};

describe('the rules', () => {
  it('have a scene each', () => {
    expect(Object.keys(SCENES).toSorted()).toEqual(RULES.map(({ key }) => key).toSorted());
  });

  it.each(Object.entries(SCENES))(
    '%s says it with its number, and rests on what was said',
    (key, { dialogue, lasting = null, explains, rests }) => {
      const { findings } = reviewOf([readCall(chosen(dialogue, { duration: lasting }))]);
      const finding = findings.find(({ rule }) => rule === key);
      expect(finding?.insight).toMatch(explains);
      expect(finding?.evidence[0]?.quote).toMatch(rests);
      const rule = RULES.find((each) => each.key === key);
      expect(finding).toMatchObject({ category: rule?.category, metric: rule?.metric, priority: rule?.priority, source: rule?.source });
    },
  );

  it.each(RULES.map((rule) => [rule.key, rule] as const))('%s holds to its bounds', (_key, { when }) => {
    const { above, upTo, below, from } = when;
    if (above !== undefined) expect([fires(when, above), fires(when, above + 0.001)]).toEqual([false, true]);
    if (below !== undefined) expect([fires(when, below), fires(when, below - 0.001)]).toEqual([false, true]);
    if (upTo !== undefined) expect([fires(when, upTo), fires(when, upTo + 0.001)]).toEqual([true, false]);
    if (from !== undefined) expect([fires(when, from), fires(when, from - 0.001)]).toEqual([true, false]);
  });

  it('never contradict each other', () => {
    for (const dialogue of [WORDY, KEEN, NEUTRAL, HASTY, NAMELESS]) {
      const { findings } = reviewOf([readCall(chosen(dialogue))]);
      expect(new Set(findings.map(({ metric }) => metric)).size).toBe(findings.length);
    }
  });
});
