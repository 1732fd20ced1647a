import { z } from 'zod';
import type { Knowledge } from '#server/language/retrieval/knowledge-index.ts';
import { plainText, upTo } from '../prompts/plain-text.ts';
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
}

const squeezed = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim();

/** Letters and digits of a quote that prove something: a shorter one stands in many texts by chance. */
const QUOTE_LENGTH = 12;

/** Whether an item has these words, however they are spaced; where some were left out ("…"), all parts of them. */
function supports({ title, content }: Pick<Knowledge, 'title' | 'content'>, quote: string): boolean {
  const said = ` ${squeezed(`${title}\n${content}`)} `;
  const parts = quote
    .slice(0, REPLY_LIMITS.response)
    .split(/…|\.\.\.|\[…\]/)
    .map(squeezed)
    .filter((part) => part !== '');
  const isLong = parts.join('').length >= Math.min(QUOTE_LENGTH, said.trim().length);
  return parts.length > 0 && isLong && parts.every((part) => said.includes(` ${part} `));
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
  readonly knowledge: readonly Pick<Knowledge, 'id' | 'title' | 'content'>[];
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
  const cited = [...claimed].filter((id) =>
    knowledge.some((item) => item.id === id && citations.some((citation) => citation.id === id && supports(item, citation.quote))),
  );
  return usable({
    response,
    keyPoints: shownPoints(keyPoints.map((point) => clean(plainText(upTo(2 * REPLY_LIMITS.response, point))))),
    confidence: trust(confidence, { checks: countChecks(response), falseCitations: claimed.size - cited.length, proven: cited.length }),
    cited,
  });
}
