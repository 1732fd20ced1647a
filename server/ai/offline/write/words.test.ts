import { describe, expect, it } from 'vitest';
import { mentionsIn } from '../read/mentions.ts';
import { asksOf } from '../read/message.ts';
import { inFewWords, placeholderFor } from './compose.ts';
import { asClause, extractRequest, isDecent, quotable, swapPronouns, topicOf } from './wording.ts';

describe('mirrored', () => {
  it.each([
    ['my order is late', 'your order is late'],
    ['I was charged twice', 'you were charged twice'],
    ['you charged me twice', 'we charged you twice'],
    ['I told you about it', 'you told us about it'],
    ["we've waited for your driver", "you've waited for our driver"],
    ['I am waiting', 'you are waiting'],
    ['can you help us', 'can we help you'],
  ])('turns %j into %j', (ours, theirs) => {
    expect(swapPronouns(ours)).toBe(theirs);
  });
});

describe('asClause', () => {
  it.each([
    ['But my order #1042 has not arrived!', 'your order #1042 has not arrived'],
    ['The BrewPro shows a red light.', 'the BrewPro shows a red light'],
    ['I think we were sent the wrong tap.', 'you were sent the wrong tap'],
    ['Worst service ever.', null],
    ['You people are useless.', null],
    ['It is late.', 'it is late'],
  ])('makes %j follow "that" as %j', (sentence, clause) => {
    expect(asClause(sentence)).toBe(clause);
  });

  it('stops a long sentence at its first natural break', () => {
    const long = `We bought the machine in May, ${'and it worked well for us in the kitchen '.repeat(6)}`;
    expect(asClause(long)).toBe('you bought the machine in May');
  });
});

it('repeats nothing that is indecent, bracketed, linked or shouted', () => {
  expect(isDecent('what the hell')).toBe(false);
  expect(quotable('SEE [THIS] AT HTTPS://EVIL.TEST/X NOW!!!')).toBe('See (this) at the link now!');
});

describe('topicOf', () => {
  it.each([
    ['Do you ship to Canada?', 'whether we ship to Canada'],
    ['What is your refund policy?', 'our refund policy'],
    ['How much is the Business plan for 25 seats?', 'the price of the Business plan for 25 seats'],
    ['how much for 12', 'the price for 12'],
    ['How do I descale the machine?', 'how to descale the machine'],
    ['When will I get my refund?', 'when you will get your refund'],
    ['How long does delivery to Scotland take?', 'how long delivery to Scotland takes'],
    ['Where is our data stored?', 'where your data is stored'],
    ['Is maintenance included in the plan?', 'whether maintenance is included in the plan'],
    ['Does Callboard integrate with Outlook?', 'whether Callboard integrates with Outlook'],
    ['how quickly you could install it', 'how quickly we could install it'],
    ['Why is my bill $80 higher?', '"Why is my bill $80 higher"'],
  ])('says %j as %j', (question, phrase) => {
    expect(topicOf(question).phrase).toBe(phrase);
  });
});

describe('wishOf', () => {
  it.each([
    ['Please cancel my subscription', 'us to cancel your subscription'],
    ['Can you send us a quote for four coolers', 'a quote for four coolers'],
    ['I want a full refund', 'a full refund'],
    ['We would like to book a demo', 'to book a demo'],
    ['Can I talk to a manager', 'to talk to a manager'],
    ['can someone call me back', 'us to call you back'],
    ['looking for a cooler', 'a cooler'],
    ['price list', null],
  ])('hears in %j the wish for %j', (request, wish) => {
    expect(extractRequest(request)).toBe(wish);
  });
});

describe('a bracket', () => {
  const bracket = (text: string) => {
    const [ask] = asksOf([text]);
    if (!ask) throw new Error(`Nothing is asked in: ${text}`);
    const mentions = mentionsIn(text, []);
    return placeholderFor(ask, mentions, mentions.names, text);
  };

  it.each([
    ['Where is my order #1042?', '[confirm the delivery date for order #1042]'],
    ['How much is the BrewPro 900?', '[confirm the price of BrewPro 900]'],
    ['Please send a quote for 25 seats by Friday', '[attach the quote for 25 seats, requested for Friday]'],
    ['I was charged $79 twice', '[check the charge of $79 and confirm the correct amount]'],
    ['Can we meet on Thursday at 3pm for a call?', '[confirm Thursday at 3pm or propose another time]'],
    ['Do you have an office in Dublin?', '[confirm whether we have an office in Dublin]'],
    ['Can you do better on the price?', '[confirm whether a better price is possible]'],
  ])('for %j is %j', (text, expected) => {
    expect(bracket(text)).toBe(expected);
  });

  it('is as short as a badge needs it', () => {
    const [ask] = asksOf([`Do you know whether ${'the machine in the kitchen '.repeat(20)} works?`]);
    expect(ask && inFewWords(ask, 90).length).toBeLessThanOrEqual(90);
  });
});
