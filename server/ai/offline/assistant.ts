import { setImmediate as breathe } from 'node:timers/promises';
import { COACHING_LIMITS } from '#contract/coaching.ts';
import { termsOf } from '#server/language/words.ts';
import type { Assistant, Attention, CoachingBrief, CoachingReport, Reply, ReplyRequest } from '../port.ts';
import { analyzeCall } from './analysis/analyze.ts';
import { draftEmail } from './email/draft.ts';
import { answerer, type Passage, passagesOf } from './match/answer.ts';
import { AMOUNT, DATE, REFERENCE } from './read/mentions.ts';
import { type Ask, PERSONAL, type Reading, readMessage } from './read/message.ts';
import { type AnsweredAsk, type AskResult, compose, confidenceIn, keyPointsOf } from './write/compose.ts';

const NOTHING_FOUND = 'No number of these calls stands out. Keep going as you are, and look again after the next ones.';

/** Says what the rules found, in their own words: what to change first, or where nothing is to be changed, what to keep. */
function coach({ findings }: CoachingBrief): CoachingReport {
  const wanting = findings.filter(({ isPraise }) => !isPraise);
  const actions = (wanting.length > 0 ? wanting : findings).map(({ actionItem }) => actionItem);
  return {
    insights: findings.map(({ rule: _, value: __, isPraise: ___, ...advice }) => advice),
    recommendations: actions.length > 0 ? [...new Set(actions)].slice(0, COACHING_LIMITS.recommendations) : [NOTHING_FOUND],
    engine: 'offline',
    tokens: null,
  };
}

const POINTS_BACK = /\b(?:it|its|they|them|this|that|these|those|one)\b/i;

/** The names an ask is about: its own, or the message's when it only points back to them. */
function namesOf({ text }: Ask, { mentions }: Reading): string[] {
  const own = mentions.names.filter((name) => text.toLowerCase().includes(name.toLowerCase()));
  return own.length > 0 || !POINTS_BACK.test(text) || mentions.names.length !== 1 ? own : [...mentions.names];
}

// "By Friday" says nothing about what is asked, except in "do you deliver on Sundays?".
const withoutNumbers = (text: string, keepsDates: boolean) => {
  const rest = text.replace(REFERENCE, ' ').replace(AMOUNT, ' ');
  return keepsDates ? rest : rest.replace(DATE, ' ');
};

// The words to look up: for a quote, what is to be quoted; for "what does it mean?", those of the sentence before.
function termsFor({ text, intent, seeks, about }: Ask, { mentions }: Reading): string[] {
  if (intent === 'quote') return termsOf(mentions.quantities.join(' '));
  const background = about !== null && !(intent !== null && PERSONAL.includes(intent)) ? about : '';
  return [...termsOf(withoutNumbers(text, seeks === 'decision')), ...termsOf(withoutNumbers(background, false))];
}

function answerAsks(reading: Reading, passages: readonly Passage[]): AnsweredAsk[] {
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

// Only items whose words are in the reply; the one that answers most comes first.
function citedIn(results: readonly AskResult[], passages: readonly Passage[], response: string): string[] {
  const used = new Set(passages.filter(({ text }) => response.includes(text)).map(({ item }) => item));
  const byWorth = results.map(({ answer }) => answer).sort((a, b) => b.coverage - a.coverage);
  return [...new Set(byWorth.flatMap(({ items }) => items))].filter((item) => used.has(item));
}

function draft(request: ReplyRequest): { readonly reply: Reply; readonly paragraphs: readonly string[] } {
  const reading = readMessage(request);
  const passages = passagesOf(request.knowledge);
  const { paragraphs, open, results } = compose(request, reading, answerAsks(reading, passages), passages);
  const response = paragraphs.join('\n\n');
  const reply: Reply = {
    response,
    confidence: confidenceIn(results, reading.foreign !== null),
    keyPoints: keyPointsOf(reading, open.length),
    cited: citedIn(results, passages, response),
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
  analyze: async (call, { signal } = {}) => {
    signal?.throwIfAborted();
    return analyzeCall(call);
  },
  draftEmail: async (brief, { signal } = {}) => {
    signal?.throwIfAborted();
    return draftEmail(brief);
  },
  coach: async (brief, { signal } = {}) => {
    signal?.throwIfAborted();
    return coach(brief);
  },
});
