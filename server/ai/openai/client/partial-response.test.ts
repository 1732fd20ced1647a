import { describe, expect, it } from 'vitest';
import { partialResponse } from './partial-response.ts';

const readWhole = (json: string) => partialResponse()(json);

/** Everything heard when the text arrives in these pieces. */
function hear(pieces: readonly string[]): string[] {
  const read = partialResponse();
  return pieces.map((piece) => read(piece));
}

describe('the response in unfinished JSON', () => {
  it.each([
    ['nothing yet', '', ''],
    ['an open object', '{', ''],
    ['a key under way', '{"resp', ''],
    ['a key alone', '{"response"', ''],
    ['no value yet', '{"response": ', ''],
    ['an open string', '{"response":"', ''],
    ['a beginning', '{"response":"Hel', 'Hel'],
    ['the end of the string', '{"response":"Hello"', 'Hello'],
    ['what follows', '{"response":"Hello","keyPoints":["x', 'Hello'],
    ['white space', ' \n{ \t"response" :\n "Hello" }', 'Hello'],
    ['an escape under way', '{"response":"a\\', 'a'],
    ['escapes', '{"response":"a\\n\\t\\"b\\"\\\\ \\/ \\b\\f\\r', 'a\n\t"b"\\ / \b\f\r'],
    ['half a unicode escape', '{"response":"a\\u00', 'a'],
    ['a unicode escape', '{"response":"a\\u00e9', 'aé'],
    ['half a pair', '{"response":"a\\ud83d', 'a'],
    ['half a pair and a bit', '{"response":"a\\ud83d\\ude', 'a'],
    ['a pair', '{"response":"a\\ud83d\\ude42', 'a🙂'],
    ['another order', '{"confidence":0.5,"keyPoints":["a","b"],"response":"Hel', 'Hel'],
    ['the key as a value', '{"keyPoints":["response"],"title":"response","response":"Hel', 'Hel'],
    ['the key further in', '{"meta":{"response":"no"},"response":"yes', 'yes'],
    ['an escaped key', '{"respons\\u0065":"Hel', 'Hel'],
    ['braces and brackets in strings', '{"a":"}]{[\\"","response":"Hel', 'Hel'],
    ['a code fence', '```json\n{"response":"Hel', 'Hel'],
    ['words in front', 'Here is "the" answer: {"response":"Hel', 'Hel'],
    ['thoughts in front', '<think>maybe {"response":"no"}?</think>{"response":"yes', 'yes'],
    ['thoughts under way', '<think>maybe {"response":"no"', ''],
    ['words behind', '{"response":"Hello"}\nDone {"response":"no"}', 'Hello'],
    ['no string', '{"response":null,"keyPoints":["x"]}', ''],
    ['an array', '{"response":["x"]}', ''],
    ['another object only', '{"answer":"x"}', ''],
    ['an unescaped line break', '{"response":"a\nb', 'a\nb'],
  ])('%s', (_name, json, text) => {
    expect(readWhole(json)).toBe(text);
  });
});

const TEXTS = [
  'Hello Grace,\n\nThanks \u2013 "quoted", back\\slash, /slash/ and a tab\t.',
  'é ü 日本 🙂👍🏽 \ud83d\ude80',
  '{"response":"nested"} [brackets] \\" \\\\" \\u0041',
  '',
  '\\',
  '"',
];

const asEscapes = (json: string) => json.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

describe.each(TEXTS)('the text %j', (text) => {
  const object = { lead: ['a', { response: 'no' }], response: text, keyPoints: ['}', '"'], confidence: 0.4 };
  const forms = [JSON.stringify(object), asEscapes(JSON.stringify(object)), JSON.stringify(object, null, 2)];

  it.each(forms)('is read whole from %s', (json) => {
    expect(readWhole(json)).toBe(text);
  });

  it('grows the same wherever the JSON is cut in two', () => {
    for (const json of forms) {
      for (let at = 0; at <= json.length; at += 1) {
        const [first = '', second = ''] = hear([json.slice(0, at), json.slice(at)]);
        expect(text.startsWith(first)).toBe(true);
        expect(first.isWellFormed()).toBe(true);
        expect(second).toBe(text);
      }
    }
  });

  it('grows character by character', () => {
    for (const json of forms) {
      const heard = hear(json.split(''));
      expect(heard.every((so, at) => so.startsWith(heard[at - 1] ?? '') && text.startsWith(so))).toBe(true);
      expect(heard.at(-1)).toBe(text);
    }
  });
});

/** A small generator of repeatable randomness. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % sides;
  };
}

describe('random texts in random pieces', () => {
  const ALPHABET = ['a', ' ', '"', '\\', '\n', '{', '}', '[', ']', ',', ':', 'u', 'é', '🙂', '\u2028', '\u0001', '<think>', 'response'];

  it.each(Array.from({ length: 200 }, (_, seed) => seed))('seed %i', (seed) => {
    const roll = dice(seed + 1);
    const any = () => Array.from({ length: roll(30) }, () => ALPHABET[roll(ALPHABET.length)]).join('');
    const text = any();
    const object = { [`x${any()}`]: any(), y: [any(), { response: any() }], response: text, z: any() };
    const json = roll(2) ? JSON.stringify(object) : asEscapes(JSON.stringify(object));
    const pieces: string[] = [];
    for (let at = 0; at < json.length; ) {
      const length = 1 + roll(7);
      pieces.push(json.slice(at, at + length));
      at += length;
    }
    const heard = hear(pieces);
    expect(heard.at(-1)).toBe(text);
    expect(heard.every((so) => text.startsWith(so))).toBe(true);
  });

  it('never breaks on what is not JSON', () => {
    const roll = dice(7);
    for (let round = 0; round < 500; round += 1) {
      const noise = Array.from({ length: 60 }, () => ALPHABET[roll(ALPHABET.length)]).join('');
      expect(typeof readWhole(noise)).toBe('string');
    }
  });
});
