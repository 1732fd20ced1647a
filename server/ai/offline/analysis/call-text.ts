import type { Speaker } from '#contract/call.ts';
import { FILLERS } from '#domain/conversation/counted-turns.ts';
import { type DialogueOptions, readDialogue, type Turn } from '#domain/conversation/dialogue.ts';
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
/** A line of dashes ends a transcript: below stand somebody's notes. */
const NOTES_BELOW = /\n-{3,}[ \t]*(?:\n|$)/;
/** Nobody speaks longer sentences: what is longer came without punctuation, and is cut between words. */
const LONGEST_SENTENCE = 600;
const SENTENCE_PART = new RegExp(`.{1,${LONGEST_SENTENCE}}(?=\\s|$)|\\S{1,${LONGEST_SENTENCE}}`, 'gsu');
/** "*laughs*", "[They walk on]" and bold type are notes of whoever wrote the call down. */
const STAGE_DIRECTION = /(?<!\*)\*(?!\*)[^*\n]{1,80}\*(?!\*)|\[[^[\]\n]{1,80}\]/g;
const MARKUP = /^(?:#|\*\*|\||```|-{3,})/;
/** What begins a spoken sentence and says nothing. */
const LEAD_IN =
  /^(?:(?:um+|uh+|er+m?|hmm+|well|so|okay|ok|right|yes|yeah|yep|no|oh|ah|sure|look|listen|honestly|actually|basically|and|but|now|then|anyway|you know|i mean|the thing is|to be honest|i have to be honest|hi|hello|hey|good (?:morning|afternoon|evening)|thanks|thank you)\b[\s,.:;!-]*)+/i;

/** A sentence without the little words before its point; the whole where nothing else is left. */
export function withoutLeadIn(sentence: string): string {
  const rest = sentence.replace(LEAD_IN, '').trim();
  return rest.length < 8 ? sentence : rest.charAt(0).toUpperCase() + rest.slice(1);
}

const REPEATED = /\b(\p{L}+(?:['’]\p{L}+)?(?: \p{L}+(?:['’]\p{L}+)?){0,2})(?:[,—–-]* \1\b)+/giu;
const LEFT_OVER = /\s*,(?:\s*,)+/g;

/** What was said without "um", "you know" and words said twice. */
export const withoutFillers = (text: string): string =>
  text
    .replace(FILLERS, '')
    .replace(REPEATED, '$1')
    .replace(LEFT_OVER, ',')
    .replace(/\s+([,.!?])/g, '$1')
    .replace(/^[\s,]+/, '')
    .replace(/\s+/g, ' ')
    .trim();

const withoutDirections = (text: string): string => text.replaceAll('**', '').replace(STAGE_DIRECTION, ' ');

/** Takes a transcript apart into turns and sentences. */
export function readCallText(content: string, options: DialogueOptions = {}): CallText {
  const turns = readDialogue(content, options);
  const texts: Omit<CallSentence, 'position'>[] = [];
  for (const { text, speaker, index: turn } of turns) {
    if (texts.length === SENTENCES_READ) break;
    for (const sentence of sentencesOf(withoutDirections(text.split(NOTES_BELOW, 1)[0] ?? ''), SENTENCES_READ - texts.length))
      for (const part of sentence.length > LONGEST_SENTENCE ? (sentence.match(SENTENCE_PART) ?? []) : [sentence])
        if (!MARKUP.test(part) && texts.length < SENTENCES_READ) texts.push({ text: part.trim(), speaker, turn });
  }
  const sentences = texts.map((sentence, at) => ({ ...sentence, position: at / Math.max(1, texts.length - 1) }));
  const customer = sentences.filter(({ speaker }) => speaker === 'customer');
  return { turns, sentences, customer: customer.length > 0 ? customer : sentences };
}
