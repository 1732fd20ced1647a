import { isQuestion } from '#server/language/questions.ts';
import { sentencesOf } from '#server/language/sentences.ts';
import { sentenceScore } from '#server/language/sentiment.ts';
import { BACK_CHANNEL, FILLERS, OPEN_QUESTION, REACTIONS, TOPICS, type Topic } from './word-lists.ts';

/** What was counted in a piece of speech. */
export interface Reading {
  readonly words: number;
  readonly sentences: number;
  readonly questions: number;
  /** Those that ask for more than yes or no. */
  readonly openQuestions: number;
  readonly fillers: number;
  /** Sentences in which something reached the speaker. */
  readonly reactions: number;
  /** How each sentence that feels anything feels, −1 to 1, in order. Read when it is asked for: it costs most. */
  feelings(): readonly number[];
  readonly topics: readonly Topic[];
  /** Whether it only shows that somebody listens. */
  readonly isBackChannel: boolean;
}

type SentenceReading = Omit<Reading, 'sentences' | 'isBackChannel' | 'feelings'> & { feeling(): number };

const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu;
const LONGEST_SENTENCE = 2_000;
const ALL = Number.POSITIVE_INFINITY;
const TOPIC_LIST = Object.entries(TOPICS).map(([topic, pattern]) => [topic as Topic, pattern] as const);

/** How many words a text has; "twenty-five" and "don't" are one each. */
export const countWords = (text: string): number => text.match(WORD)?.length ?? 0;

function readSentence(whole: string): SentenceReading {
  // Nobody speaks longer sentences; what is longer is a text without punctuation, of which the beginning tells enough.
  const sentence = whole.slice(0, LONGEST_SENTENCE);
  const asks = isQuestion(sentence);
  return {
    words: countWords(whole),
    questions: asks ? 1 : 0,
    openQuestions: asks && OPEN_QUESTION.test(sentence) ? 1 : 0,
    fillers: sentence.match(FILLERS)?.length ?? 0,
    reactions: REACTIONS.test(sentence) ? 1 : 0,
    feeling: once(() => sentenceScore(sentence)),
    topics: TOPIC_LIST.filter(([, pattern]) => pattern.test(sentence)).map(([topic]) => topic),
  };
}

/** What is worked out when it is first asked for, and then remembered. */
function once<T>(work: () => T): () => T {
  let done: { readonly result: T } | null = null;
  return () => {
    done ??= { result: work() };
    return done.result;
  };
}

/** Sentences kept by a reader; a call of nine hours has fewer different ones. */
const KEPT = 20_000;

export type Reader = (text: string) => Reading;

/** Reads speech, each sentence once: what was read before costs nothing when it comes again in a longer text. */
export function createReader(): Reader {
  const known = new Map<string, SentenceReading>();
  const read = (sentence: string): SentenceReading => {
    const before = known.get(sentence);
    if (before) return before;
    const reading = readSentence(sentence);
    if (known.size >= KEPT) known.clear();
    known.set(sentence, reading);
    return reading;
  };
  return (text) => {
    const readings = sentencesOf(text, ALL).map(read);
    const total = (of: (reading: SentenceReading) => number) => readings.reduce((sum, reading) => sum + of(reading), 0);
    return {
      words: total(({ words }) => words),
      sentences: readings.length,
      questions: total(({ questions }) => questions),
      openQuestions: total(({ openQuestions }) => openQuestions),
      fillers: total(({ fillers }) => fillers),
      reactions: total(({ reactions }) => reactions),
      feelings: once(() => readings.map(({ feeling }) => feeling()).filter((feeling) => feeling !== 0)),
      topics: [...new Set(readings.flatMap(({ topics }) => topics))],
      isBackChannel: BACK_CHANNEL.test(text.slice(0, 100)) && text.length <= 100,
    };
  };
}
