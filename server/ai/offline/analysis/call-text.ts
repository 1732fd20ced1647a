import type { Speaker } from '#contract/call.ts';
import { readDialogue, type Turn } from '#domain/conversation/dialogue.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { sentenceScore } from '#server/language/sentiment.ts';

/** A sentence of a call, and where it was said. */
export interface CallSentence {
  readonly text: string;
  readonly speaker: Speaker;
  readonly turn: number;
  /** From 0, the beginning of the call, to 1, its end. */
  readonly position: number;
}

const scores = new WeakMap<CallSentence, number>();

/** `sentenceScore` of a sentence, computed once: it is most of the time an analysis takes, and several rules need it. */
export function scoreOf(sentences: CallSentence): number {
  const known = scores.get(sentences);
  if (known !== undefined) return known;
  const score = sentenceScore(sentences.text);
  scores.set(sentences, score);
  return score;
}

/** A call, taken apart. */
export interface CallText {
  readonly turns: readonly Turn[];
  readonly sentences: readonly CallSentence[];
  /** What the customer said; everything, where nobody is named. */
  readonly customer: readonly CallSentence[];
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
export function readCallText(content: string): CallText {
  const turns = readDialogue(content);
  const texts: Omit<CallSentence, 'position'>[] = [];
  for (const { text, speaker, index: turn } of turns) {
    if (texts.length === SENTENCES_READ) break;
    for (const sentence of sentencesOf(text, SENTENCES_READ - texts.length)) texts.push({ text: sentence, speaker, turn });
  }
  const sentences = texts.map((sentence, at) => ({ ...sentence, position: at / Math.max(1, texts.length - 1) }));
  const customer = sentences.filter(({ speaker }) => speaker === 'customer');
  return { turns, sentences, customer: customer.length > 0 ? customer : sentences };
}
