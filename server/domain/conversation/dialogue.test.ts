import { describe, expect, it } from 'vitest';
import { readDialogue } from './dialogue.ts';

const said = (text: string, reps?: string[]) =>
  readDialogue(text, { reps }).map(({ speaker, name, text: words }) => `${speaker ?? 'nobody'}${name ? ` (${name})` : ''}: ${words}`);

describe('the turns of a transcript', () => {
  it('begin with a label and go on below it', () => {
    expect(said('Rep: Hello.\nHow are you?\nCustomer: Fine.')).toEqual(['rep: Hello.\nHow are you?', 'customer: Fine.']);
  });

  it.each([
    ['Agent: Hi\nClient: Hi', ['rep: Hi', 'customer: Hi']],
    ['me: Hi\ncaller: Hi', ['rep: Hi', 'customer: Hi']],
    ['SALES REP: Hi\nPROSPECT: Hi', ['rep: Hi', 'customer: Hi']],
    ['**Rep:** Hi\n**Customer:** Hi', ['rep: Hi', 'customer: Hi']],
    ['Rep:\r\nHi\r\nCustomer:\r\nHi', ['rep: Hi', 'customer: Hi']],
    ['[00:12] Rep: Hi\n00:15 - Customer: Hi', ['rep: Hi', 'customer: Hi']],
    ['Speaker 1: Hi\nSpeaker 2: Hi', ['nobody (Speaker 1): Hi', 'nobody (Speaker 2): Hi']],
  ])('are found in %j', (text, turns) => expect(said(text)).toEqual(turns));

  it.each([
    ['Note: call back on Monday.', ['nobody: Note: call back on Monday.']],
    ['The price: 40 dollars', ['nobody: The price: 40 dollars']],
    ['https://example.com/a', ['nobody: https://example.com/a']],
    ['He said: hello', ['nobody: He said: hello']],
    ['At 10:30 we met', ['nobody: At 10:30 we met']],
    ['Rep: I told him: no.\nCustomer: Total: 40', ['rep: I told him: no.', 'customer: Total: 40']],
    ['One line\n\nAnother', ['nobody: One line', 'nobody: Another']],
    ['', []],
    [' \n ', []],
  ])('are not made up in %j', (text, turns) => expect(said(text)).toEqual(turns));

  it('have the times that stand beside the labels, and end where the next begins', () => {
    const turns = readDialogue('[00:05] Rep: Hi\n[1:02:03] Customer: Hi\n(1:02:04.500) Rep: Bye');
    expect(turns.map(({ start, end }) => [start, end])).toEqual([
      [5_000, 3_723_000],
      [3_723_000, 3_724_500],
      [3_724_500, null],
    ]);
  });
});

describe('people called by name', () => {
  const TALK = 'Dana Whitfield: Thank you for calling Brasswick.\nTom: My machine leaks.\nDana Whitfield: Since when?';

  it('are told apart by who greets as a company does', () => {
    expect(said(TALK).map((turn) => turn.split(':')[0])).toEqual(['rep (Dana Whitfield)', 'customer (Tom)', 'rep (Dana Whitfield)']);
  });

  it('are told apart by who is ours', () => {
    expect(said('Tom: Hello\nMaya: Hello', ['Maya Park'])).toEqual(['customer (Tom): Hello', 'rep (Maya): Hello']);
  });

  it('are told apart by the one whose part is named', () => {
    expect(said('Tom: Hello\nRep: Hello')).toEqual(['customer (Tom): Hello', 'rep: Hello']);
  });

  it('stay nobody where nothing tells', () => {
    expect(said('Tom: Hello\nMaya: Hello')).toEqual(['nobody (Tom): Hello', 'nobody (Maya): Hello']);
  });
});
