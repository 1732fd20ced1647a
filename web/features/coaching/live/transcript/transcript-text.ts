import { SPEAKER_LABELS } from '#contract/call.ts';
import type { Speaker } from '#web/gql/graphql.ts';

/** The text to insert at the cursor to begin a line of this speaker. */
export function speakerLabelAt(text: string, cursor: number, speaker: Speaker): string {
  const before = text.slice(0, cursor);
  const isLineStart = before === '' || before.endsWith('\n');
  return `${isLineStart ? '' : '\n'}${SPEAKER_LABELS[speaker]}: `;
}

const LABEL = /^(Rep|Customer):/;

/** Adds dictated speech: to the line of the last speaker, or on a new line. */
export function appendSpeech(text: string, speaker: Speaker, speech: string): string {
  const spoken = speech.trim();
  if (spoken === '') return text;
  const label = SPEAKER_LABELS[speaker];
  const trimmed = text.trimEnd();
  const lastSpeaker = trimmed
    .split('\n')
    .findLast((line) => LABEL.test(line))
    ?.match(LABEL)?.[1];
  if (lastSpeaker === label) return `${trimmed} ${spoken}`;
  return `${trimmed}${trimmed && '\n'}${label}: ${spoken}`;
}
