import { z } from 'zod';
import { plainText, upTo } from '../prompts/plain-text.ts';
import { type Read, readForm, unusable, usable } from './model-output.ts';

/** What the model is asked to return; `response` comes first so that it can be shown while the rest is written. */
export const ModelAnswer = z.object({
  response: z.string().describe('The reply to the customer, plain text.'),
  keyPoints: z.array(z.string()).describe('Short notes for the colleague who sends the reply.'),
  confidence: z.number().describe('From 0 to 1: how far the knowledge covers the questions.'),
  citedIds: z.array(z.string()).describe('Ids of the knowledge entries used.'),
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

/** Checks and tidies what the model said. A citation of anything but the given knowledge is dropped, and so is what `clean` takes out of its texts. */
export function readAnswer(
  text: string,
  knowledgeIds: readonly string[],
  clean: (text: string) => string = (own) => own,
): Read<ModelReply> {
  const read = readForm(ModelAnswer, text);
  if (!read.usable) return read;
  const { response: written, keyPoints, confidence, citedIds } = read.answer;
  const response = shownText(written, clean);
  if (response === '') return unusable('response: it is empty');
  const cited = [...new Set(citedIds)].filter((id) => knowledgeIds.includes(id));
  return usable({
    response,
    keyPoints: shownPoints(keyPoints.map((point) => clean(plainText(upTo(2 * REPLY_LIMITS.response, point))))),
    confidence: Math.min(1, Math.max(0, confidence)),
    cited,
  });
}
