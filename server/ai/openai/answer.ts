import { z } from 'zod';
import { plainText, upTo } from '../prompts/plain-text.ts';

/** What the model is asked to return; `response` comes first so that it can be shown while the rest is written. */
export const ModelAnswer = z.object({
  response: z.string().describe('The reply to the customer, plain text.'),
  keyPoints: z.array(z.string()).describe('Short notes for the colleague who sends the reply.'),
  confidence: z.number().describe('From 0 to 1: how far the knowledge covers the questions.'),
  citedIds: z.array(z.string()).describe('Ids of the knowledge entries used.'),
});

export const REPLY_LIMITS = { response: 4_000, keyPoints: 6, keyPoint: 120 } as const;

/** A reply as it may be shown, whole or still growing. What lies far beyond the limit is not even looked at. */
export const shownText = (text: string): string =>
  upTo(REPLY_LIMITS.response, plainText(upTo(2 * REPLY_LIMITS.response, text)).trim()).trimEnd();

function shownPoint(text: string): string {
  const line = plainText(text).replace(/\s+/g, ' ').trim();
  return line.length <= REPLY_LIMITS.keyPoint ? line : `${upTo(REPLY_LIMITS.keyPoint - 1, line).trimEnd()}…`;
}

const shownPoints = (points: readonly string[]): string[] =>
  [...new Set(points.map(shownPoint))].filter((point) => point !== '').slice(0, REPLY_LIMITS.keyPoints);

export type ReadAnswer =
  | { usable: true; response: string; keyPoints: string[]; confidence: number; cited: string[] }
  | { usable: false; problem: string };

function objectIn(text: string): unknown {
  try {
    return JSON.parse(text.slice(Math.max(0, text.indexOf('{')), text.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}

// Some models put their object in a code fence, some think aloud before it; a reply may also quote a customer who writes `</think>`.
const parsed = (text: string): unknown => objectIn(text) ?? objectIn(text.slice(text.indexOf('</think>') + 1));

const unusable = (problem: string): ReadAnswer => ({ usable: false, problem });

/** Checks and tidies what the model said. A citation of anything but the given knowledge is dropped. */
export function readAnswer(text: string, knowledgeIds: readonly string[]): ReadAnswer {
  const json = parsed(text);
  if (json === undefined) return unusable('it is not a JSON object');
  const { success, data, error } = ModelAnswer.safeParse(json);
  if (!success)
    return unusable(
      error.issues
        .map(({ path, message }) => `${path.join('.') || 'answer'}: ${message}`)
        .slice(0, 4)
        .join('; '),
    );
  const response = shownText(data.response);
  if (response === '') return unusable('response: it is empty');
  return {
    usable: true,
    response,
    keyPoints: shownPoints(data.keyPoints),
    confidence: Math.min(1, Math.max(0, data.confidence)),
    cited: [...new Set(data.citedIds)].filter((id) => knowledgeIds.includes(id)),
  };
}
