import { describe, expect, it } from 'vitest';
import { talk } from '#domain/conversation/testing/talk.ts';
import { blah, heardBy } from '../testing/calls.ts';

const held = { easing: false };

describe('cards', () => {
  it.each([
    ['price', 'Honestly, that is too expensive for us.', 'Price came up: “Honestly, that is too expensive for us.”'],
    ['competitor', 'We got another offer last week.', 'A competitor came up: “We got another offer last week.”'],
    ['timing', 'How soon could you deliver?', 'Timing came up: “How soon could you deliver?”'],
    ['decision_maker', 'I have to ask my boss.', 'Who decides came up: “I have to ask my boss.”'],
  ] as const)('%s: shows what the customer said, not what the rep did', (topic, words, text) => {
    const before = 'Good morning. ';
    const card = { rule: topic, kind: 'insight', text, value: null, turn: 0, topic, words, ...held };
    expect(heardBy(topic, talk(['customer', 0, 10, before + words]), { at: 10 })).toEqual([card]);
    expect(heardBy(topic, `Customer: ${before}${words}`, { at: 10 })).toEqual([card]);
    expect(heardBy(topic, talk(['rep', 0, 10, before + words]), { at: 10 })).toEqual([]);
    expect(heardBy(topic, `Customer: ${before}\nRep: ${words}`, { at: 10 })).toEqual([]);
  });

  it('come once a mention, newest first, and go after two minutes', () => {
    const said = talk(
      ['customer', 0, 10, 'What does it cost?'],
      ['rep', 10, 20, blah(9)],
      ['customer', 20, 30, 'Too expensive.'],
      ['rep', 30, 140, blah(90)],
    );
    expect(heardBy('price', said, { at: 130 }).map(({ turn }) => turn)).toEqual([2]);
    expect(heardBy('price', said.slice(0, 3), { at: 100 }).map(({ turn }) => turn)).toEqual([2, 0]);
    expect(heardBy('price', said, { at: 151 })).toEqual([]);
  });

  it('go after the words of two minutes where there are no times', () => {
    const said = (words: number) => `Customer: What does it cost?\nRep: ${blah(words)}`;
    expect(heardBy('price', said(300))).toHaveLength(1);
    expect(heardBy('price', said(301))).toEqual([]);
  });

  it('quote a long sentence only around the words', () => {
    const [card] = heardBy('price', `Customer: ${blah(100).replace('.', '')} the price is ${blah(100)}`);
    expect(card?.words).toContain('the price is');
    expect(card?.words?.length).toBeLessThanOrEqual(142);
  });
});

describe('an unhappy customer', () => {
  const BAD = 'This is terrible, nothing works.';
  const bad = (times: number, end = '') => `${Array.from({ length: times }, () => `Customer: ${BAD}\nRep: Hm.`).join('\n')}${end}`;

  it('is one with three negative turns in a row', () => {
    expect(heardBy('negative_streak', bad(2))).toEqual([]);
    expect(heardBy('negative_streak', bad(3))).toMatchObject([
      { kind: 'urgent', value: 3, turn: 4, text: 'The customer sounded unhappy 3 times in a row: ask what is wrong.', ...held },
    ]);
    expect(heardBy('negative_streak', talk(['customer', 0, 5, BAD], ['rep', 6, 7, 'Hm.'], ['customer', 8, 9, BAD]), { at: 9 })).toEqual([]);
  });

  it('stays unhappy over a sign of listening; one neutral turn leaves it open, a good one ends it', () => {
    expect(heardBy('negative_streak', bad(3, '\nCustomer: Yes, right.'))).toMatchObject([{ value: 3, ...held }]);
    expect(heardBy('negative_streak', bad(3, '\nCustomer: The machine is in the kitchen.'))).toMatchObject([{ value: 3, easing: true }]);
    expect(heardBy('negative_streak', bad(3, '\nCustomer: That is wonderful, I love it.'))).toEqual([]);
  });
});
