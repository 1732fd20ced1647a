import { describe, expect, it } from 'vitest';
import { labelAt, withSpoken } from './transcript-text.ts';

describe('labels', () => {
  it.each([
    ['', 0, 'Rep: '],
    ['Rep: Hello', 10, '\nCustomer: '],
    ['Rep: Hello\n', 11, 'Customer: '],
    ['Rep: Hello there', 10, '\nCustomer: '],
  ])('begin a line of their own after %j at %i', (text, cursor, inserted) => {
    expect(labelAt(text, cursor, inserted.includes('Rep') ? 'rep' : 'customer')).toBe(inserted);
  });
});

describe('dictated words', () => {
  it.each([
    ['', 'rep', 'good morning', 'Rep: good morning'],
    ['Rep: good morning', 'rep', ' how are you ', 'Rep: good morning how are you'],
    ['Rep: good morning\n', 'customer', 'hi', 'Rep: good morning\nCustomer: hi'],
    ['Rep: one\nstill the rep', 'rep', 'two', 'Rep: one\nstill the rep two'],
    ['no label', 'customer', 'hi', 'no label\nCustomer: hi'],
    ['Rep: one', 'rep', '  ', 'Rep: one'],
  ] as const)('go on from %j', (text, speaker, words, whole) => {
    expect(withSpoken(text, speaker, words)).toBe(whole);
  });
});
