import { describe, expect, it } from 'vitest';
import { isDecent, quotable, requestOf, swapPronouns, topicOf } from './wording.ts';

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

describe('requestOf', () => {
  it.each([
    ['Please cancel my subscription', 'us to cancel your subscription'],
    ['Can you send us a quote for four coolers', 'a quote for four coolers'],
    ['I want a full refund', 'a full refund'],
    ['We would like to book a demo', 'to book a demo'],
    ['Can I talk to a manager', 'to talk to a manager'],
    ['can someone call me back', 'us to call you back'],
    ['looking for a cooler', 'a cooler'],
    ['price list', null],
  ])('reads %j as a request for %j', (request, wish) => {
    expect(requestOf(request)).toBe(wish);
  });
});
