import type { LiveSegment } from '#contract/live-call-input.ts';
import { readDialogue, type Turn } from '#domain/conversation/dialogue.ts';

/** How people talk: words a minute, milliseconds of breath between two turns. */
const PACE = { wordsPerMinute: 150, pause: 600 } as const;
/** A recogniser says what it has heard of a sentence this often, in milliseconds, and corrects itself with the next. */
const HEARD_EVERY = 2_000;

/** What a recogniser says at some moment of the call. */
export interface Spoken {
  /** Milliseconds from the beginning of the call. */
  readonly at: number;
  readonly segment: LiveSegment;
  /** Whether the turn is over with it. */
  readonly isWhole: boolean;
}

const wordsOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** How a turn is heard while it is spoken: as far as it has come, in revisions of one segment. */
function spokenIn(turn: Turn, from: number): readonly Spoken[] {
  const words = wordsOf(turn.text);
  const perWord = 60_000 / PACE.wordsPerMinute;
  const length = words.length * perWord;
  const steps = Math.max(1, Math.ceil(length / HEARD_EVERY));
  return Array.from({ length: steps }, (_, step) => {
    const lasted = step === steps - 1 ? length : (step + 1) * HEARD_EVERY;
    const segment = {
      id: `turn-${turn.index}`,
      revision: step,
      speaker: turn.speaker ?? 'rep',
      text: words.slice(0, Math.max(1, Math.round(lasted / perWord))).join(' '),
      startMs: Math.round(from),
      endMs: Math.round(from + lasted),
    };
    return { at: from + lasted, segment, isWhole: step === steps - 1 };
  });
}

/** A transcript as a recogniser would tell it while it is spoken. Refuses one in which nobody is known to speak. */
export function scheduleOf(transcript: string): readonly Spoken[] {
  const turns = readDialogue(transcript).filter(({ text }) => wordsOf(text).length > 0);
  if (!turns.some(({ speaker }) => speaker !== null)) throw new Error('Begin the lines with who speaks: "Rep: …" and "Customer: …".');
  let from = 0;
  return turns.flatMap((turn) => {
    const spoken = spokenIn(turn, from);
    from = (spoken.at(-1)?.at ?? from) + PACE.pause;
    return spoken;
  });
}
