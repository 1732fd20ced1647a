import { SPEAKER_LABELS, type Spoken } from '../speakers.ts';

/** What is typed at the cursor so that a new line of this speaker begins there. */
export function labelAt(text: string, cursor: number, speaker: Spoken): string {
  const before = text.slice(0, cursor);
  const isLineStart = before === '' || before.endsWith('\n');
  return `${isLineStart ? '' : '\n'}${SPEAKER_LABELS[speaker]}: `;
}

const LABEL = /^(Rep|Customer):/;

/** The text with words that were recognised: in the line of whoever spoke last, or in a new one. */
export function withSpoken(text: string, speaker: Spoken, words: string): string {
  const said = words.trim();
  if (said === '') return text;
  const label = SPEAKER_LABELS[speaker];
  const whole = text.trimEnd();
  const spokeLast = whole
    .split('\n')
    .findLast((line) => LABEL.test(line))
    ?.match(LABEL)?.[1];
  if (spokeLast === label) return `${whole} ${said}`;
  return `${whole}${whole && '\n'}${label}: ${said}`;
}
