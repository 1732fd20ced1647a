import { describe, expect, it } from 'vitest';
import type { Intent } from '#server/language/classifiers/labels.ts';
import { readMessage } from '../read/message.ts';
import { requestFor } from '../testing/requests.ts';
import { type Situation, salesStep, supportStep } from './next-step.ts';

const situation = (message: string, intent: Intent | null, rest: Partial<Situation> = {}): Situation => ({
  reading: readMessage(requestFor(message)),
  intent,
  complete: false,
  hasSteps: false,
  stage: null,
  company: null,
  ...rest,
});

describe('the next step in sales', () => {
  it.each([
    ['How much is it?', 'pricing', 'tell me how many you need and when you would like to start'],
    ['How much are 25 seats?', 'pricing', 'tell me when you would like to start, and I will put a written quote together for 25 seats'],
    ['How much are 25 seats from May 1st?', 'pricing', 'written quote for 25 seats, with May 1st in mind'],
    ['Too expensive, we have $900.', 'discount', 'comes closest to $900'],
    ['Does it do tea?', 'feature', 'short call'],
    ['Hello there', null, 'short call'],
  ] as const)('after %j (%s) is to %j', (message, intent, step) => {
    expect(salesStep(situation(message, intent))).toContain(step);
  });

  it('follows the stage of the lead when the message suggests nothing', () => {
    expect(salesStep(situation('ok', null, { stage: 'quoted' }))).toContain('our quote');
    expect(salesStep(situation('ok', null, { stage: 'no_such_stage' }))).toContain('short call');
  });
});

describe('the next step in support', () => {
  it('asks for everything that is missing, as a list', () => {
    expect(supportStep(situation('It does not work.', 'bug'))).toMatch(
      /please send me:\n- a photo[^\n]+\n- the model[^\n]+\n- since when[^\n]+\nMy next update to you: \[say by when\]/,
    );
  });

  it('asks for nothing the customer has told', () => {
    expect(supportStep(situation('My BrewPro 200 leaks since Monday.', 'bug'))).toContain(
      'please send me a photo or screenshot of what you see.',
    );
    expect(supportStep(situation('Order #1042 has not arrived.', 'shipping'))).toContain('You have given me what I need');
  });

  it('is short when all is answered', () => {
    expect(supportStep(situation('How do I clean it?', 'onboarding', { complete: true, hasSteps: true }))).toContain(
      'the point where it stops',
    );
    expect(supportStep(situation('Are you open?', null, { complete: true }))).toContain('If you need anything more');
  });
});
