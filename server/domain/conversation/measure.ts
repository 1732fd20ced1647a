import type { Speaker } from '#contract/call.ts';
import { type CountedCall, total } from './counted.ts';
import { type DialogueOptions, readDialogue, type Turn } from './dialogue.ts';
import { engagementLevel, sentimentScore } from './engagement.ts';
import type { ConversationMetrics } from './metrics.ts';
import { createReader, type Reader } from './reading.ts';
import { fillers, pace, questionRatio, questions, talkShare } from './shares.ts';
import { interactivity, interruptions, longestRun, patience, silence, switches } from './turn-taking.ts';

/** Every number of a call that was counted turn by turn. */
export const metricsOf = (call: CountedCall): ConversationMetrics => ({
  wordCount: total(call.turns, (turn) => turn.words),
  sentenceCount: total(call.turns, (turn) => turn.sentences),
  questionRatio: questionRatio(call),
  sentimentScore: sentimentScore(call),
  engagementLevel: engagementLevel(call),
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
  topics: call.turns.flatMap(({ topics, speaker, index }) => topics.map((topic) => ({ topic, speaker, turn: index }))),
});

/** Counts turns, each sentence once with the same reader. */
export const countTurns = (turns: readonly Turn[], read: Reader): CountedCall['turns'] =>
  turns.map((turn) => ({ ...turn, ...read(turn.text) }));

export interface CallToMeasure extends DialogueOptions {
  readonly transcript: string;
  /** Seconds of the whole call, where they are known. */
  readonly duration: number | null;
}

/** Counts a recorded call. */
export function measure({ transcript, duration, ...options }: CallToMeasure): ConversationMetrics {
  const turns = countTurns(readDialogue(transcript, options), createReader());
  return metricsOf({ turns, length: duration === null ? null : duration * 1_000 });
}

/** The words a turn is written with, for calls that came in pieces. */
export const writtenTurn = ({ speaker, text }: { readonly speaker: Speaker; readonly text: string }): string =>
  speaker === null ? text : `${speaker === 'rep' ? 'Rep' : 'Customer'}: ${text}`;
