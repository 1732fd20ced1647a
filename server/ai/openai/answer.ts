import { z } from 'zod';
import type { TextRange } from '#contract/assistant.ts';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import type { ReplySource } from '../port.ts';
import { plainText, upTo } from '../prompts/plain-text.ts';
import { sourcesOfQuotes } from '../reply-sources.ts';
import { countChecks } from './grounding.ts';
import { type Read, readForm, unusable, usable } from './model-output.ts';

/** What the model is asked to return; `response` comes first so that it can be shown while the rest is written. */
export const ModelAnswer = z.object({
  response: z.string().describe('The reply to the customer, plain text.'),
  keyPoints: z.array(z.string()).describe('Short notes for the colleague who sends the reply.'),
  confidence: z.number().describe('From 0 to 1: how far the knowledge covers the questions.'),
  citations: z
    .array(
      z.object({
        id: z.string().describe('Id of an entry of knowledge or records.'),
        quote: z.string().describe('Words of that entry the reply relies on, copied exactly.'),
      }),
    )
    .describe('The entries used, the most important first.'),
});

export const REPLY_LIMITS = { response: 4_000, keyPoints: 6, keyPoint: 120 } as const;

/** A reply as it may be shown, whole or still growing. What lies far beyond the limit is not even looked at. */
export const shownText = (text: string, clean: (text: string) => string = (own) => own): string =>
  upTo(REPLY_LIMITS.response, clean(plainText(upTo(2 * REPLY_LIMITS.response, text))).trim()).trimEnd();

function shownPoint(text: string): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return line.length <= REPLY_LIMITS.keyPoint ? line : `${upTo(REPLY_LIMITS.keyPoint - 1, line).trimEnd()}…`;
}

const shownPoints = (points: readonly string[]): string[] =>
  [...new Set(points.map(shownPoint))].filter((point) => point !== '').slice(0, REPLY_LIMITS.keyPoints);

/** What is kept of a model's reply. */
export interface ModelReply {
  readonly response: string;
  readonly keyPoints: string[];
  readonly confidence: number;
  readonly cited: string[];
  readonly sources: readonly ReplySource[];
}

/** Letters and digits of a quote that prove something: a shorter one stands in many texts by chance. */
const QUOTE_LENGTH = 12;

/** The words of a text in lower case between single spaces, and for the place of each where it begins and ends in the text. */
function squeeze(text: string) {
  let squeezed = ' ';
  const words = new Map<number, TextRange>();
  for (const { 0: word, index } of text.matchAll(/[\p{L}\d]+/gu)) {
    words.set(squeezed.length, { start: index, end: index + word.length });
    squeezed += `${word.toLowerCase()} `;
  }
  return { text, squeezed, words };
}

/** The words that a quote repeats, as the text has them, however the quote spaces them. Null where the text does not have them all. */
function findQuote({ text, squeezed, words }: ReturnType<typeof squeeze>, quote: string): string | null {
  const at = squeezed.indexOf(` ${quote} `);
  if (at < 0) return null;
  const lastWord = quote.lastIndexOf(' ') + 1;
  return text.slice(words.get(at + 1)?.start, words.get(at + 1 + lastWord)?.end);
}

/** What an item has of a quote, as the item has it; where some words were left out ("…"), each part. Empty where it does not have all of it. */
function provenQuotes({ title, content }: Pick<Knowledge, 'title' | 'content'>, quote: string): readonly string[] {
  const said = squeeze(`${title}\n${content}`);
  const parts = quote
    .slice(0, REPLY_LIMITS.response)
    .split(/…|\.\.\.|\[…\]/)
    .map((part) => squeeze(part).squeezed.trim())
    .filter((part) => part !== '');
  const isLong = parts.join('').length >= Math.min(QUOTE_LENGTH, said.squeezed.trim().length);
  const found = parts.flatMap((part) => findQuote(said, part) ?? []);
  return isLong && found.length === parts.length ? found : [];
}

/** The most a reply is trusted without a proven citation, */
const UNPROVEN_CEILING = 0.4;
/** with a value that has to be checked, */
const UNCHECKED_CEILING = 0.5;
/** and at best: what a model says of itself is no measurement. */
const CEILING = 0.9;

/**
 * How far a reply is to be trusted: the model's own number, which separates right from wrong badly, lowered by what was found. A value
 * in a bracket costs a quarter each, a citation that proved false a fifth each.
 */
function trust(own: number, { checks, falseCitations, proven }: { checks: number; falseCitations: number; proven: number }): number {
  const ceiling = Math.min(CEILING, checks > 0 ? UNCHECKED_CEILING : 1, proven === 0 ? UNPROVEN_CEILING : 1);
  const lowered = Math.min(1, Math.max(0, own)) * 0.75 ** checks * 0.8 ** falseCitations;
  return Math.round(100 * Math.min(ceiling, lowered)) / 100;
}

export interface AnswerChecks {
  /** What may be cited. */
  readonly knowledge: readonly Pick<Knowledge, 'id' | 'kind' | 'title' | 'content'>[];
  /** Takes out of a text what must not be in it, and puts what has to be checked in brackets. */
  readonly clean?: (text: string) => string;
}

/** Checks and tidies what the model said. A citation stays where the item is one of the given and has the words that are quoted from it. */
export function readAnswer(text: string, { knowledge, clean = (own) => own }: AnswerChecks): Read<ModelReply> {
  const read = readForm(ModelAnswer, text);
  if (!read.usable) return read;
  const { response: written, keyPoints, confidence, citations } = read.answer;
  const response = shownText(written, clean);
  if (response === '') return unusable('response: it is empty');
  const claimed = new Set(citations.map(({ id }) => id));
  const quoted = [...claimed].flatMap((id) => {
    const item = knowledge.find((given) => given.id === id);
    const quotes = item ? citations.filter((citation) => citation.id === id).flatMap(({ quote }) => provenQuotes(item, quote)) : [];
    return item && quotes.length > 0 ? [{ item, quotes }] : [];
  });
  return usable({
    response,
    keyPoints: shownPoints(keyPoints.map((point) => clean(plainText(upTo(2 * REPLY_LIMITS.response, point))))),
    confidence: trust(confidence, { checks: countChecks(response), falseCitations: claimed.size - quoted.length, proven: quoted.length }),
    cited: quoted.map(({ item }) => item.id),
    sources: sourcesOfQuotes(response, quoted),
  });
}
