import { type Call, callOf, sum } from './count/call.ts';
import { fillers, pace } from './count/delivery.ts';
import { engagement } from './count/engagement.ts';
import { questions } from './count/questions.ts';
import { sentiment } from './count/sentiment.ts';
import { silence } from './count/silence.ts';
import { talkShare } from './count/talk-share.ts';
import { interactivity, interruptions, longestRun, patience, switches } from './count/turn-taking.ts';
import { readDialogue, type Turn } from './dialogue.ts';
import type { ConversationMetrics, TopicMention } from './metrics.ts';
import { type CountedTurn, createCounter } from './read/counted-turns.ts';
import type { DialogueOptions } from './read/speakers.ts';

export interface MeasureOptions {
  /** How long the whole call was, or has lasted so far; left out or null where nobody knows. */
  readonly durationSeconds?: number | null;
}

const topicsOf = ({ turns }: Call): readonly TopicMention[] =>
  turns.flatMap(({ mentions, speaker, name, index, start }) =>
    mentions.map((mention) => ({ ...mention, speaker, name, turn: index, start })),
  );

/** Every number of turns that were counted. */
export function metricsOf(turns: readonly CountedTurn[], { durationSeconds = null }: MeasureOptions = {}): ConversationMetrics {
  const call = callOf(turns, durationSeconds);
  const sentenceCount = sum(turns, ({ sentences }) => sentences);
  const questionCount = sum(turns, (turn) => turn.questions);
  return {
    wordCount: sum(turns, ({ words }) => words),
    sentenceCount,
    turnCount: turns.length,
    length: call.length,
    questionCount,
    questionRatio: sentenceCount === 0 ? null : questionCount / sentenceCount,
    ...sentiment(call),
    ...engagement(call),
    talkShare: talkShare(call),
    longestMonologue: longestRun(call, 'rep'),
    longestStory: longestRun(call, 'customer'),
    switches: switches(call),
    interactivity: interactivity(call),
    patience: patience(call),
    questions: questions(call),
    interruptions: interruptions(call),
    silence: silence(call),
    pace: pace(call),
    fillers: fillers(call),
    topics: topicsOf(call),
  };
}

/** The turns of a call with what was counted in each. */
export const countTurns = (call: string | readonly Turn[], options: DialogueOptions = {}): readonly CountedTurn[] =>
  createCounter()(typeof call === 'string' ? readDialogue(call, options) : call);

/** Counts a whole call: its transcript, or its turns. */
export const measure = (call: string | readonly Turn[], options: MeasureOptions & DialogueOptions = {}): ConversationMetrics =>
  metricsOf(countTurns(call, options), options);
