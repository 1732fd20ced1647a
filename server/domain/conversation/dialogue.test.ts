import { describe, expect, it } from 'vitest';
import { loadDemoData } from '#prisma/seed/demo-data.ts';
import { readDialogue, writeDialogue } from './dialogue.ts';

const { calls } = loadDemoData();

/** The speaker and text in short: `rep: Hi`, `nobody (Tom): Hi`. */
const parsed = (text: string, reps?: readonly string[]) =>
  readDialogue(text, { reps }).map(
    ({ speaker, name, text: words }) => `${speaker ?? 'nobody'}${name === null ? '' : ` (${name})`}: ${words}`,
  );

const times = (text: string) => readDialogue(text).map(({ start, end }) => [start, end]);

describe('the turns of a transcript', () => {
  it('begin with a label, continue on the lines below it and are numbered', () => {
    expect(readDialogue('Rep: Hello.\nHow are you?\nCustomer: Fine.')).toEqual([
      { index: 0, speaker: 'rep', name: null, text: 'Hello.\nHow are you?', start: null, end: null },
      { index: 1, speaker: 'customer', name: null, text: 'Fine.', start: null, end: null },
    ]);
  });

  it.each(['Rep', 'Agent', 'ME', 'sales', 'Support', 'Sales Rep', 'Support Agent', 'Customer Service', 'Agent 2'])(
    'are ours after %s:',
    (label) => {
      expect(parsed(`${label}: Hi`)).toEqual(['rep: Hi']);
    },
  );

  it.each(['Customer', 'CLIENT', 'caller', 'Prospect', 'Buyer', 'Customer 1'])('are the customer’s after %s:', (label) => {
    expect(parsed(`${label}: Hi`)).toEqual(['customer: Hi']);
  });

  it.each([
    ['bold labels', '**Rep:** Hi\n**Customer**: Yo\n__Client:__ Hey', ['rep: Hi', 'customer: Yo', 'customer: Hey']],
    ['lists and quotes', '- Rep: Hi\n> Customer: Yo\n## Rep: Hey', ['rep: Hi', 'customer: Yo', 'rep: Hey']],
    ['labels on a line of their own', 'Rep:\nHi\n\nCustomer:\n\nYo', ['rep: Hi', 'customer: Yo']],
    ['line ends of Windows and of old', 'Rep: Hi\r\nthere\rCustomer: Yo\r\n', ['rep: Hi\nthere', 'customer: Yo']],
    ['tabs and spaces', '\tRep :\tHi\n   Customer:Yo', ['rep: Hi', 'customer: Yo']],
    ['wide colons', '客户：你好\n销售：您好', ['nobody (客户): 你好', 'nobody (销售): 您好']],
    [
      'voices without a part',
      'Speaker 1: Hi\nSpeaker 2: Yo\nSpeaker 1: Hey',
      ['nobody (Speaker 1): Hi', 'nobody (Speaker 2): Yo', 'nobody (Speaker 1): Hey'],
    ],
    ['names with their part', 'Dana Whitfield (Rep): Hi\nCustomer (Tom): Yo', ['rep (Dana Whitfield): Hi', 'customer (Tom): Yo']],
    ['words before the first label', 'A call in March\nRep: Hi', ['nobody: A call in March', 'rep: Hi']],
    ['a label with nothing after it', 'Rep: Hi\nCustomer:\nRep: Still there?', ['rep: Hi', 'rep: Still there?']],
  ])('are found in spite of %s', (_what, text, turns) => expect(parsed(text)).toEqual(turns));

  it.each([
    'Note: call back on Monday.',
    'Price: 40\nTotal: 80',
    'Subject: the quote',
    'http://example.com\nhttps://example.com',
    'Customer said: too expensive',
    'He told me one thing: no.',
    'At 10:30 we met: nobody came',
    'Next Steps: send it',
    'Thanks: that was quick',
    'Machine: two\nModel: old\nHeadline: three',
  ])('are not made up in %j', (text) => expect(parsed(text)).toEqual([`nobody: ${text}`]));

  it('keep colons and headings inside the text', () => {
    expect(parsed('Rep: I told him: no.\nTotal: 40\nHeron: 279\nCustomer: Customer said: what?')).toEqual([
      'rep: I told him: no.\nTotal: 40\nHeron: 279',
      'customer: Customer said: what?',
    ]);
  });

  it('are one without a speaker when no line has a label, and none for an empty text', () => {
    expect(parsed('One line.\n\nAnother.')).toEqual(['nobody: One line.\nAnother.']);
    expect(parsed('')).toEqual([]);
    expect(parsed(' \r\n\t\n')).toEqual([]);
  });

  it('of the demo calls are their lines, and read the same when they are written again', () => {
    for (const { text } of calls) {
      const turns = readDialogue(text);
      expect(writeDialogue(turns)).toBe(text);
      expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set(['rep', 'customer']));
    }
    expect(writeDialogue(readDialogue('Hello\nTom: Hi\nMaya: Yo'))).toBe('Hello\nTom: Hi\nMaya: Yo');
  });
});

describe('the times of a transcript', () => {
  it.each([
    ['[00:12] Rep: Hi', 12_000, null],
    ['00:12 - Rep: Hi', 12_000, null],
    ['(1:02:03) Rep: Hi', 3_723_000, null],
    ['00:12 Rep: Hi', 12_000, null],
    ['Rep (00:12): Hi', 12_000, null],
    ['**Rep [00:12]:** Hi', 12_000, null],
    ['[00:12.250 - 00:15,5] Rep: Hi', 12_250, 15_500],
    ['00:00:12.000 --> 00:00:15.500 Rep: Hi', 12_000, 15_500],
    ['[00:12] Hi', 12_000, null],
    ['Hi', null, null],
  ])('in %j', (text, start, end) => {
    expect(times(text)).toEqual([[start, end]]);
    expect(readDialogue(text)[0]?.text).toBe('Hi');
  });

  it('have a start when the line has a time, and no end', () => {
    expect(times('[00:05] Rep: Hi\n[00:09] and hello\n[00:12] Customer: Yo')).toEqual([
      [5_000, null],
      [12_000, null],
    ]);
  });

  it('are none in a sentence that begins with a time of day', () => {
    expect(parsed('Rep: When?\n10:30 works for me')).toEqual(['rep: When?\n10:30 works for me']);
  });
});

describe('people called by name', () => {
  const parts = (text: string, reps?: readonly string[]) => parsed(text, reps).map((turn) => turn.slice(0, turn.indexOf(':')));

  it.each([
    'Dana Whitfield',
    'DANA WHITFIELD',
    'J. Park',
    'Dr. Ann Lee',
    'Jan van der Berg',
    'Siobhan O’Neill-Ward',
    'José Núñez',
    'Łukasz Żak',
  ])('are recognized by the form of their names: %s', (name) => expect(parsed(`${name}: Hi`)).toEqual([`nobody (${name}): Hi`]));

  it('with one word are people when they recur or when another answers', () => {
    expect(parsed('Tom: Hi')).toEqual(['nobody: Tom: Hi']);
    expect(parsed('Tom: Hi\nTom: Hello?')).toEqual(['nobody (Tom): Hi', 'nobody (Tom): Hello?']);
    expect(parsed('Tom: Hi\nMaya: Yo')).toEqual(['nobody (Tom): Hi', 'nobody (Maya): Yo']);
  });

  it.each([
    ['is one of ours', 'Tom Baker: Hi\nMaya: Yo', ['Maya Lin'], ['customer (Tom Baker)', 'rep (Maya)']],
    ['talks to somebody whose part is named', 'Tom: Hi\nRep: Yo', [], ['customer (Tom)', 'rep']],
    ['talks to a customer', 'Maya: Hi\nCustomer: Yo', [], ['rep (Maya)', 'customer']],
    ['thanks for the call', 'Ann Lee: Thanks for calling Brasswick.\nTom Baker: Hi', [], ['rep (Ann Lee)', 'customer (Tom Baker)']],
    ['offers help', 'Tom Baker: Hello?\nAnn Lee: How can I help you?', [], ['customer (Tom Baker)', 'rep (Ann Lee)']],
    ['calls for a company', 'Tom Baker: Hello?\nAnn Lee: Hi, this is Ann from Brasswick.', [], ['customer (Tom Baker)', 'rep (Ann Lee)']],
    [
      'answers for a desk',
      'Priya: Brasswick support, Priya here.\nTobias: Hey, Tobias from Quarry Lane.',
      [],
      ['rep (Priya)', 'customer (Tobias)'],
    ],
    ['answers with a name', 'Ann Lee: Good morning, Ann speaking.\nTom Baker: Hi', [], ['rep (Ann Lee)', 'customer (Tom Baker)']],
    [
      'is called by the first name later',
      'Ann Lee: How can I help?\nTom Baker: Hi\nAnn: Yes?',
      [],
      ['rep (Ann Lee)', 'customer (Tom Baker)', 'rep (Ann)'],
    ],
    ['gives no sign', 'Ann Lee: Hi\nTom Baker: Hi', [], ['nobody (Ann Lee)', 'nobody (Tom Baker)']],
    [
      'gives two signs',
      'Tom Baker: Tidewater, Tom speaking.\nAnn Lee: This is Ann from Brasswick.',
      [],
      ['nobody (Tom Baker)', 'nobody (Ann Lee)'],
    ],
  ])('who %s', (_who, text, reps, expected) => expect(parts(text, reps)).toEqual(expected));
});
