import type { Speaker } from '#contract/call.ts';
import type { Turn } from '../dialogue.ts';
import { type Segment, turnsOfSegments } from '../transcript-accumulator.ts';

/** An utterance between two times, in seconds. */
export type Utterance = readonly [speaker: Speaker, from: number, to: number, text: string];

/** A call with times, each utterance a segment. */
export const segmentsOf = (...utterances: readonly Utterance[]): readonly Segment[] =>
  utterances.map(([speaker, from, to, text], index) => ({
    id: `s${index}`,
    revision: 0,
    speaker,
    text,
    startMs: from * 1_000,
    endMs: to * 1_000,
  }));

/** The same as turns. */
export const talk = (...utterances: readonly Utterance[]): readonly Turn[] => turnsOfSegments(segmentsOf(...utterances));

const PRIME = 2_147_483_647;

/** A die that looks random and falls the same every time for the same seed. */
export function dice(seed: number): (sides: number) => number {
  let state = (seed * 7_919 + 1) % PRIME;
  return (sides) => {
    state = (state * 48_271) % PRIME;
    return state % sides;
  };
}

/** The same things in another order. */
export function shuffled<T>(things: readonly T[], roll: (sides: number) => number): T[] {
  const left = [...things];
  return things.flatMap(() => left.splice(roll(left.length), 1));
}
