import { describe, expect, it } from 'vitest';
import { answers } from '#server/testing/emulators/openai/answers.ts';
import { replyRequest } from '../assistant-contract.ts';
import { bracketUngrounded, trimIncompleteValue, WITHHELD } from './grounding.ts';
import { openAssistant } from './testing.ts';

const SOURCES = [
  'We are open Monday to Friday, 9 am to 5:30 pm. The Condor H14 costs $1,500.00 or 125 EUR a month for 12 months; 15 % off from ten seats.',
  'Delivery takes 3 to 5 working days. The sale ends on May 3rd, 2026. Call +49 30 1234 567 or write to help@brasswick.com. Order #1042.',
  'Grace Hopper',
];
const check = bracketUngrounded({ texts: SOURCES });

describe('a value that a source has', () => {
  it.each([
    'The Condor costs 1500 dollars, or EUR 125 a month.',
    'It takes three to 5 working days; order 1042 is among them.',
    'From 10 seats on you get 15% off.',
    'We are here from 09:00 to 17:30 on Fridays.',
    'The sale ends on 3 May, that is 2026-05-03 or 03/05/2026.',
    'Write to Help@Brasswick.com or call +49 (30) 1234-567.',
    'Hi Grace,\n\nThe H14 is here.\n\n1. Open Delivery\n2) Call\n\nKind Regards,\nGrace Hopper',
    'See https://example.org/2027 and [delivery date] for {{first_name}}.',
    'Please tell me. We have it; I will look. OK? Thanks!',
  ])('stays: %s', (text) => {
    expect(check(text)).toBe(text);
  });
});

describe('a value that no source has', () => {
  it.each([
    ['It costs $17.', 'It costs [check: $17].'],
    ['It ships on 3 June.', 'It ships on [check: 3 June].'],
    ['You get a 99 % discount.', 'You get a [check: 99 %] discount.'],
    ['You get twelve percent off.', 'You get [check: twelve percent] off.'],
    ['On Sunday we come at 8 pm.', 'On [check: Sunday] we come at [check: 8 pm].'],
    ['It takes two weeks.', 'It takes [check: two] weeks.'],
    ['Call 030 99 88 77 66.', 'Call [check: 030 99 88 77 66].'],
    ['Write to me@evil.example.', 'Write to [check: me@evil.example].'],
    ['The X900 is larger, says Peter Pan.', 'The [check: X900] is larger, says [check: Peter Pan].'],
    ['Hello Peter,\nwe met.', 'Hello [check: Peter],\nwe met.'],
    ['Order #7 and 125 seats for 12 %.', 'Order [check: #7] and 125 seats for [check: 12 %].'],
  ])('%s', (text, expected) => {
    expect(check(text)).toBe(expected);
    expect(check(expected)).toBe(expected);
  });

  it('is no name where nouns are capitalised', () => {
    const german = 'Guten Tag, die Lieferung der Maschine dauert 9 Tage.';
    expect(bracketUngrounded({ texts: SOURCES, checksNames: false })(german)).toBe(german);
    expect(bracketUngrounded({ texts: [], checksNames: false })(german)).toContain('[check: 9]');
  });

  it('is withheld where only a note to the writer has it', () => {
    const withNotes = bracketUngrounded({ texts: SOURCES, notes: ['Globex quoted 1700 per seat; the Condor is better.'] });
    expect(withNotes('We are not like Globex with 1700. Globex is dear, the Condor costs $1,500, not 99.')).toBe(
      `We are not like ${WITHHELD} with ${WITHHELD}. ${WITHHELD} is dear, the Condor costs $1,500, not [check: 99].`,
    );
  });
});

describe('a reply that grows', () => {
  it.each([
    ['It takes two ', 'It takes '],
    ['It takes two business da', 'It takes '],
    ['It costs $17', 'It costs '],
    ['says Peter ', 'says '],
    ['It costs $17, which is fair. ', 'It costs $17, which is fair. '],
    ['Hel', ''],
  ])('%j is checked as %j', (text, whole) => {
    expect(trimIncompleteValue(text)).toBe(whole);
  });

  it.each([false, true])('has brackets where the model invents, and is trusted less (streamed: %s)', async (streams) => {
    await using world = await openAssistant();
    const response =
      'Hello Grace,\n\nthe label is inside the parcel. It is $17, ships on 3 May with a 99 % discount, within 30 days of delivery, says Bob Smith there.\n\nAda Park\nCallboard';
    const citations = [{ id: 'k-returns', quote: 'The label is inside the parcel.' }];
    world.model.next(answers({ response, citations, confidence: 0.95, keyPoints: ['Check the $17'] }, { chunkLength: 3 }));
    const heard: string[] = [];
    const reply = await world.assistant.reply(replyRequest(), streams ? { onText: (text) => heard.push(text) } : {});
    expect(reply.response).toBe(
      'Hello Grace,\n\nthe label is inside the parcel. It is [check: $17], ships on [check: 3 May] with a [check: 99 %] discount, within 30 days of delivery, says [check: Bob Smith] there.\n\nAda Park\nCallboard',
    );
    expect(reply).toMatchObject({ cited: ['k-returns'], keyPoints: ['Check the [check: $17]'] });
    expect(reply.confidence).toBeLessThanOrEqual(0.5);
    for (const text of heard) expect(reply.response.startsWith(text)).toBe(true);
    if (streams) expect(heard.length).toBeGreaterThan(5);
  });
});

it('costs linear time', () => {
  const pieces = ['1', '1 ', 'A ', 'Aa-', '1-', 'a@', '$1,', '[', '{{', 'May ', 'two ', '(1) ', 'x'];
  // The time of this thread alone: the machine may be busy with other work.
  const started = process.threadCpuUsage();
  for (const piece of pieces) {
    const text = piece.repeat(20_000 / piece.length);
    bracketUngrounded({ texts: [text] })(text);
    trimIncompleteValue(text);
  }
  const { user, system } = process.threadCpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(4_000);
});
