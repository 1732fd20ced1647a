import type { Speaker } from '#contract/call.ts';
import { readDialogue, type Turn } from '#domain/conversation/dialogue.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { sentenceScore } from '#server/language/sentiment.ts';

/** A sentence of a call, and where it was said. */
export interface Said {
  readonly text: string;
  readonly speaker: Speaker;
  readonly turn: number;
  /** From 0, the beginning of the call, to 1, its end. */
  readonly place: number;
}

const scores = new WeakMap<Said, number>();

/** `sentenceScore` of a sentence, computed once: it is most of the time an analysis takes, and several rules need it. */
export function scoreOf(said: Said): number {
  const known = scores.get(said);
  if (known !== undefined) return known;
  const score = sentenceScore(said.text);
  scores.set(said, score);
  return score;
}

/** A call, taken apart. */
export interface HeardCall {
  readonly turns: readonly Turn[];
  readonly said: readonly Said[];
  /** What the customer said; everything, where nobody is named. */
  readonly customer: readonly Said[];
}

const SENTENCES_READ = 3_000;
/** What begins a spoken sentence and says nothing. */
const LEAD_IN =
  /^(?:(?:um+|uh+|er+m?|hmm+|well|so|okay|ok|right|yes|yeah|yep|no|oh|ah|sure|look|listen|honestly|actually|basically|and|but|now|then|anyway|you know|i mean|the thing is|to be honest|i have to be honest|hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you)\b[\s,.:;!-]*)+/i;

/** A sentence without the little words before its point; the whole where nothing else is left. */
export function withoutLeadIn(sentence: string): string {
  const rest = sentence.replace(LEAD_IN, '').trim();
  return rest.length < 8 ? sentence : rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Takes a transcript apart into turns and sentences. */
export function hear(content: string): HeardCall {
  const turns = readDialogue(content);
  const sentences: Omit<Said, 'place'>[] = [];
  for (const { text, speaker, index: turn } of turns) {
    if (sentences.length === SENTENCES_READ) break;
    for (const sentence of sentencesOf(text, SENTENCES_READ - sentences.length)) sentences.push({ text: sentence, speaker, turn });
  }
  const said = sentences.map((sentence, at) => ({ ...sentence, place: at / Math.max(1, sentences.length - 1) }));
  const customer = said.filter(({ speaker }) => speaker === 'customer');
  return { turns, said, customer: customer.length > 0 ? customer : said };
}
