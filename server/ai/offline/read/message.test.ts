import { describe, expect, it } from 'vitest';
import { greetable, mentionsIn } from '#server/language/mentions.ts';
import { isQuestion, questionsIn, seeksOf } from '#server/language/questions.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { messageScore, moodOf } from '#server/language/sentiment.ts';
import { signed } from '#server/language/signature.ts';
import { requestFor } from '../testing/requests.ts';
import { asksOf, readMessage } from './message.ts';

describe('questionsIn', () => {
  it.each([
    ['How much is it and do you ship to Canada?', ['How much is it', 'do you ship to Canada']],
    [
      'Could you tell me what it costs, whether it is in stock, and when you deliver?',
      ['what it costs', 'whether it is in stock', 'when you deliver'],
    ],
    ['We are 25 people, how much is the Business plan?', ['how much is the Business plan']],
    ['Also, quick question: is there an app?', ['is there an app']],
    ['I was wondering if you rent machines', ['if you rent machines']],
    ['I would be grateful if you could let me know whether it fits', ['whether it fits']],
    ['Can you ask an agent where I can see my invoices?', ['where I can see my invoices']],
    [
      'Could you send over the contract and let me know when you can install it?',
      ['Could you send over the contract', 'when you can install it'],
    ],
    ['Two things before we decide: can we import contacts, and do you train staff?', ['can we import contacts', 'do you train staff']],
  ])('finds each question of %j', (sentence, questions) => {
    expect(questionsIn(sentence)).toEqual(questions);
  });

  it.each(['When I press start, it beeps.', 'What a day!', 'How nice of you!', 'Have someone call me.', 'Will do.'])(
    'takes %j for no question',
    (sentence) => {
      expect(isQuestion(sentence)).toBe(false);
    },
  );

  it.each([
    ['how much is it', 'amount'],
    ['how long does it take', 'time'],
    ['how do I clean it', 'steps'],
    ['do you ship', 'decision'],
    ['what is your policy', 'anything'],
  ])('knows what kind of answer %j seeks', (question, seeks) => {
    expect(seeksOf(question)).toBe(seeks);
  });
});

describe('asksOf', () => {
  const asks = (text: string) => asksOf(sentencesOf(text)).map(({ kind, intent }) => `${kind}: ${intent}`);

  it.each([
    ['Please cancel my plan.', ['request: cancellation']],
    ['Our cooler leaks. It leaks a lot since Monday.', ['problem: bug']],
    ['The screen is frozen, what should I do?', ['problem: bug']],
    ['The export fails with an error. Is there a workaround?', ['problem: bug']],
    ['My order #1042 has not arrived. Where is it?', ['question: shipping']],
    ['That is more than we budgeted for. Can you do better on the price?', ['question: discount']],
    ['Thanks for the quote. Please pass on our thanks.', []],
    ['refund', ['request: refund']],
    ['id like to track my deliveries, tell me how I can do it', ['question: shipping']],
    ['My invoice shows the wrong VAT number. Can you help me?', ['problem: billing']],
    ['I am writing to enquire about your return policy.', ['question: refund']],
    ['I would like to inform you that we have moved.', []],
    ['We received the machine.', []],
    ['It leaks. I am furious. Nobody answers.', ['problem: bug']],
  ])('hears in %j', (text, expected) => {
    expect(asks(text)).toEqual(expected);
  });
});

describe('mentionsIn', () => {
  it.each([
    ['Where is Order No: 1042?', 'references', ['order 1042']],
    ['order #1042 and invoice INV-2210', 'references', ['order #1042', 'invoice INV-2210']],
    ['It was $1,250.00, not 80 euros.', 'amounts', ['$1,250.00', '80 euros']],
    ['by Friday or on 12 March, at the latest 2025-06-01', 'dates', ['Friday', '12 March', '2025-06-01']],
    ['We need 25 seats and four water coolers for 3 weeks', 'quantities', ['25 seats', 'four water coolers']],
    ['four AquaPure 300 please', 'quantities', ['four AquaPure 300']],
    ['We are a team of 25 people', 'quantities', ['a team of 25 people']],
    ['how much for 12?', 'quantities', ['12']],
    ['It shows error E-204', 'errorCodes', ['error E-204']],
    ['Write to jo@acme.test', 'emails', ['jo@acme.test']],
    ['Ring 020 7946 0011', 'phones', ['020 7946 0011']],
    ['we waited three weeks', 'durations', ['three weeks']],
    ['does the aquapure 300 connect to Salesforce?', 'names', ['Salesforce', 'AquaPure 300']],
    ['My iPhone 14 is new.', 'names', ['iPhone 14']],
    ['Hello, I write on Monday in March.', 'names', []],
  ] as const)('finds in %j', (text, kind, found) => {
    expect(mentionsIn(text, ['AquaPure 300'])[kind]).toEqual(found);
  });
});

describe('the mood', () => {
  it.each([
    ['Where is my order?', 'neutral'],
    ['My order has not arrived.', 'frustrated'],
    ['My order has not arrived!!! This is ridiculous.', 'angry'],
    ['I WANT MY MONEY BACK, THIS IS BROKEN', 'angry'],
    ['The team loves it, thank you so much!', 'pleased'],
    ['Thanks in advance, best regards', 'neutral'],
  ])('of %j is %s', (text, mood) => {
    expect(moodOf(sentencesOf(text))).toBe(mood);
  });

  it('is set by the complaint in a polite mail', () => {
    expect(messageScore(['The machine looks great.', 'It is broken and nobody answers my emails.'])).toBeLessThan(-0.2);
  });

  it('is not bad because a price is', () => {
    expect(readMessage(requestFor('That is too expensive for us.')).mood).toBe('neutral');
  });
});

describe('the signature', () => {
  it.each([
    ['Please call.\n\nThanks,\nDana Whitfield', 'Dana Whitfield', 'Please call.'],
    ['Please call. Regards, Tom Baker', 'Tom Baker', 'Please call.'],
    ['Great work! - Mike', 'Mike', 'Great work!'],
    ['Please call.\nKind regards\nJenny Osei\nOffice Manager, Fern & Co\n+44 20 7946 0011', 'Jenny Osei', 'Please call.'],
    ['Hello, this is Dana from Northwind. Please call.', 'Dana', 'Hello, this is Dana from Northwind. Please call.'],
    ['Best coffee we ever had.', null, 'Best coffee we ever had.'],
    ['Please call. Thanks in advance!', null, 'Please call.'],
    ['Thanks', null, 'Thanks'],
  ])('of %j is %j', (text, signer, body) => {
    expect(signed(text)).toEqual({ signer, body });
  });

  it.each([
    ['Dana Whitfield', null, 'Dana'],
    ['WHITFIELD, DANA', null, 'Dana'],
    ['Dr. Ann Lee', null, 'Dr. Lee'],
    ['Harbour Hotel', null, 'Harbour Hotel team'],
    ['Acme', 'Acme', 'Acme team'],
    ['WIRELESS CALLER', null, null],
    ['jo@acme.test', null, null],
    ['', null, null],
  ])('greets %j of %j as %j', (name, company, greeting) => {
    expect(greetable(name, company)).toBe(greeting);
  });
});
