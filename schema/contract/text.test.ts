import { describe, expect, it } from 'vitest';
import { isId, optionalEmail, optionalId, optionalLine, required, typed } from './text.ts';
import { validationMessages } from './validation-messages.ts';

describe('typed text', () => {
  it('loses control characters and outer white space, not its lines and tabs', () => {
    expect(typed(100).parse('  Dear\u0000 \u0007Ada,\r\n\tthank\u009f you\u007f  ')).toBe('Dear Ada,\r\n\tthank you');
  });

  it('is well formed: half a character becomes the sign for one that is broken', () => {
    expect(typed(100).parse('a\ud800b')).toBe('a\ufffdb');
    expect(typed(100).parse('🙂')).toBe('🙂');
  });

  it('keeps what only looks dangerous', () => {
    const text = `<script>alert("1")</script> '; drop table leads; -- %_\\ é ‮ 漢字`;
    expect(typed(100).parse(text)).toBe(text);
  });

  it('is measured after it was cleaned', () => {
    expect(typed(3).parse('  abc  ')).toBe('abc');
    expect(validationMessages(typed(3), 'abcd')).toEqual(['Please keep this under 3 characters']);
    expect(validationMessages(typed(20_000), 'x'.repeat(20_001))).toEqual(['Please keep this under 20,000 characters']);
  });

  it('is text and nothing else', () => {
    for (const given of [5, true, {}, []]) expect(validationMessages(typed(9), given)).toEqual(['Must be text']);
  });
});

describe('required text', () => {
  it.each([[undefined], [null], [''], ['  '], ['\u0000']])('is missing when it is %j', (given) => {
    expect(validationMessages(required(9, 'Say something'), given)).toEqual(['Say something']);
  });
});

describe('a line or an address that may be left out', () => {
  it('reads as null when it is empty', () => {
    for (const given of [undefined, null, '', ' ', '\u0000']) {
      expect(optionalLine.parse(given)).toBeNull();
      expect(optionalEmail.parse(given)).toBeNull();
    }
  });

  it('is a well-formed address, trimmed', () => {
    expect(optionalEmail.parse(' jo@example.com ')).toBe('jo@example.com');
    for (const given of ['jo', 'jo@', '@example.com', 'jo@example', 'jo march@example.com', '<jo@example.com>']) {
      expect(validationMessages(optionalEmail, given), given).toEqual(['Invalid email']);
    }
  });
});

describe('an id', () => {
  it('is any short text without control characters', () => {
    expect(isId('01a1f84a-95c0-7000-8000-0c0a73892e6a')).toBe(true);
    for (const id of ['a\u0000', '\n', 'a\ud800', 'x'.repeat(201)]) expect(isId(id), id).toBe(false);
  });

  it('may be left out', () => {
    for (const given of [undefined, null, '']) expect(optionalId.parse(given)).toBeNull();
    expect(optionalId.parse('7')).toBe('7');
    expect(validationMessages(optionalId, 'a\u0000')).toEqual(['Must be an id']);
    expect(validationMessages(optionalId, 7)).toEqual(['Must be an id']);
  });
});
