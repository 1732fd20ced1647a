import { describe, expect, it } from 'vitest';
import { appendSpeech, speakerLabelAt } from './transcript-text.ts';

describe('labels', () => {
  it.each([
    ['', 0, 'Rep: '],
    ['Rep: Hello', 10, '\nCustomer: '],
    ['Rep: Hello\n', 11, 'Customer: '],
    ['Rep: Hello there', 10, '\nCustomer: '],
  ])('start a new line after %j at %i', (text, cursor, inserted) => {
    expect(speakerLabelAt(text, cursor, inserted.includes('Rep') ? 'rep' : 'customer')).toBe(inserted);
  });
});

describe('dictated speech', () => {
  it.each([
    ['', 'rep', 'good morning', 'Rep: good morning'],
    ['Rep: good morning', 'rep', ' how are you ', 'Rep: good morning how are you'],
    ['Rep: good morning\n', 'customer', 'hi', 'Rep: good morning\nCustomer: hi'],
    ['Rep: one\nstill the rep', 'rep', 'two', 'Rep: one\nstill the rep two'],
    ['no label', 'customer', 'hi', 'no label\nCustomer: hi'],
    ['Rep: one', 'rep', '  ', 'Rep: one'],
  ] as const)('are appended to %j', (text, speaker, speech, expected) => {
    expect(appendSpeech(text, speaker, speech)).toBe(expected);
  });
});
