import { setImmediate as breathe } from 'node:timers/promises';
import type { Assistant, Attention, Reply, ReplyRequest } from '../port.ts';
import { confidenceIn } from './confidence.ts';
import { keyPointsOf } from './key-points.ts';
import { answerer } from './match/answer.ts';
import type { Passage } from './match/passages.ts';
import { passagesOf } from './match/passages.ts';
import type { Ask } from './read/asks.ts';
import type { Reading } from './read/message.ts';
import { readMessage } from './read/message.ts';
import { AMOUNT, DATE, REFERENCE } from './read/patterns.ts';
import { termsOf } from './read/words.ts';
import type { Told, Treated } from './write/compose.ts';
import { compose } from './write/compose.ts';

const POINTS_BACK = /\b(?:it|its|they|them|this|that|these|those|one)\b/i;

/** The names an ask is about: its own, or the message's when it only points back to them. */
function namesOf({ text }: Ask, { mentions }: Reading): string[] {
  const own = mentions.names.filter((name) => text.toLowerCase().includes(name.toLowerCase()));
  return own.length > 0 || !POINTS_BACK.test(text) || mentions.names.length !== 1 ? own : [...mentions.names];
}

const withoutNumbers = (text: string) => text.replace(REFERENCE, ' ').replace(AMOUNT, ' ').replace(DATE, ' ');

// The words to look up: for a quote, what is to be quoted; for "what does it mean?", those of the sentence before.
const termsFor = ({ text, intent, about }: Ask, { mentions }: Reading) =>
  intent === 'quote'
    ? termsOf(mentions.quantities.join(' '))
    : [...termsOf(withoutNumbers(text)), ...(about ? termsOf(withoutNumbers(about)) : [])];

function treat(reading: Reading, passages: readonly Passage[]): Treated[] {
  if (reading.foreign) return [];
  const answer = answerer(passages);
  const context = [...new Set(termsOf(reading.sentences.slice(0, 40).join('\n')))];
  let before: readonly string[] = [];
  return reading.asks.map((ask) => {
    const names = namesOf(ask, reading);
    const own = termsFor(ask, reading);
    // "And how do I do it?" has no words of its own: it goes on about what was asked before.
    const terms = own.length > 0 ? own : before;
    before = terms;
    return {
      answer: answer({ ask, names, context, terms: [...new Set([...terms, ...names.flatMap(termsOf)])] }),
      names,
      around: reading.sentences[ask.sentence] ?? ask.text,
    };
  });
}

// The item that answers most comes first.
function citedIn(told: readonly Told[]): string[] {
  const byWorth = told
    .filter(({ isTold }) => isTold)
    .map(({ answer }) => answer)
    .sort((a, b) => b.coverage - a.coverage);
  return [...new Set(byWorth.flatMap(({ items }) => items))];
}

function draft(request: ReplyRequest): { readonly reply: Reply; readonly paragraphs: readonly string[] } {
  const reading = readMessage(request);
  const passages = passagesOf(request.knowledge);
  const { paragraphs, open, told } = compose(request, reading, treat(reading, passages), passages);
  const reply: Reply = {
    response: paragraphs.join('\n\n'),
    confidence: confidenceIn(told, reading.foreign !== null),
    keyPoints: keyPointsOf(reading, open.length),
    cited: citedIn(told),
    engine: 'offline',
    tokens: null,
  };
  return { reply, paragraphs };
}

/** The assistant that needs no model and no network: it reads the message with rules and answers from the training items. The same request always gets the same reply. */
export const offlineAssistant = (): Assistant => ({
  engine: 'offline',
  async reply(request: ReplyRequest, { signal, onText }: Attention = {}) {
    signal?.throwIfAborted();
    const { reply, paragraphs } = draft(request);
    for (const at of paragraphs.keys()) {
      onText?.(paragraphs.slice(0, at + 1).join('\n\n'));
      await breathe();
      signal?.throwIfAborted();
    }
    return reply;
  },
});
