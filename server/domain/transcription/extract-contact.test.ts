import { describe, expect, it } from 'vitest';
import { TRANSCRIPT_LIMIT } from '#contract/call.ts';
import { loadDemoData } from '#prisma/seed/demo-data.ts';
import { readDialogue } from '../conversation/dialogue.ts';
import { extractNames, extractPhone } from './extract-contact.ts';

const { calls } = loadDemoData();

const phone = (text: string) => extractPhone(readDialogue(text));
const names = (text: string) => extractNames(readDialogue(text));

describe('the customer’s number', () => {
  it.each([
    ['Customer: My number is 614-555-0131.', '614-555-0131'],
    ['Customer: Reach me at (614) 555-0131, please.', '(614) 555-0131'],
    ["Rep: What's the best number?\nCustomer: +1 614 555 0144", '+1 614 555 0144'],
    ['Customer: I am at 614.555.0157 all day.', '614.555.0157'],
    ['Customer: 6145550108', '6145550108'],
    ['Customer: 555-0131', '555-0131'],
    ['Customer: +44 20 7946 0958 is us.', '+44 20 7946 0958'],
    ['Customer: My number is 614-555-0131. My office is at 614-555-0199.', null],
    ['Customer: My number is 614-555-0131.\nRep: Fine.\nCustomer: The shop has 614-555-0199.', '614-555-0131'],
    ['Customer: Twice: 614-555-0131.\nCustomer: Again (614) 555 0131.', '(614) 555 0131'],
    ['Rep: You can call me at 614-555-0100.', null],
    ['Customer: That was on 2026-11-20, for $1,250.00, order #10426145.', null],
    ['Customer: We poured 1 200 000 cups.', null],
    ['Customer: Version 10.2.3.4 and 12/11/2026.', null],
    ['They said 614-555-0131 and left.', null],
    ['You can call me at 614-555-0131.', '614-555-0131'],
    ['', null],
  ])('in %j is %s', (text, number) => {
    expect(phone(text)).toBe(number);
  });

  it('is found in the demo calls, and only if it is in the transcript', () => {
    expect(calls.flatMap(({ text }) => phone(text) ?? []).length).toBeGreaterThan(0);
    expect(phone(calls.find(({ key }) => key === 'harborview-leak')?.text ?? '')).toBe('614-555-0131');
  });
});

describe('the names in a transcript', () => {
  it.each([
    ['Dana Whitfield: Hello.\nMarcus: Hi.', ['Dana Whitfield']],
    ['Customer: This is Colleen Marsh from Harborview Dental.', ['Colleen Marsh', 'Harborview Dental']],
    ["Customer: I'm Jonah.", []],
    ['Customer: My name is Siobhan O’Neill-Ward, calling from Tessellate.', ['Siobhan O’Neill-Ward', 'Tessellate']],
    ['Customer: I am from Abara & Sons of Ohio, at Monday.', ['Abara & Sons of Ohio']],
    ['Rep: This is Marcus Reed from Brasswick Coffee.', []],
    ['Customer: We are with X1.', []],
    ['', []],
  ])('in %j are %j', (text, found) => {
    expect(names(text)).toEqual(found);
  });

  it('are a few, however many there are', () => {
    expect(names(Array.from({ length: 50 }, (_, n) => `Customer: I'm from Company${'x'.repeat(n % 20)}y.`).join('\n')).length).toBe(6);
  });
});

it.each([
  ['digits', '1 '.repeat(TRANSCRIPT_LIMIT / 2)],
  ['a long number', '1'.repeat(TRANSCRIPT_LIMIT)],
  ['capitals', 'from Aa '.repeat(TRANSCRIPT_LIMIT / 8)],
  ['names without end', `from ${'Aa '.repeat(TRANSCRIPT_LIMIT / 3 - 10)}`],
  ['labels', 'A:\n'.repeat(TRANSCRIPT_LIMIT / 3)],
])('takes the longest text of %s for what it is', (_what, text) => {
  expect(phone(text)).toBeNull();
  expect(names(text).length).toBeLessThan(2);
});
