import type { Tone } from '#web/theme/palette.ts';

export type ConfidenceLevel = { label: 'Sure' | 'Check' | 'Unsure'; tone: Tone; explanation: string };

/** A confidence from 0 to 1 in words: sure from 0.8, to be checked from 0.5, unsure below. */
export function confidenceLevel(confidence: number): ConfidenceLevel {
  if (confidence >= 0.8)
    return { label: 'Sure', tone: 'success', explanation: 'Your sources answer what was asked. Read it once before you send it.' };
  if (confidence >= 0.5)
    return {
      label: 'Check',
      tone: 'warning',
      explanation: 'Your sources may not answer everything that was asked. Compare the reply with them.',
    };
  return {
    label: 'Unsure',
    tone: 'error',
    explanation: 'Your sources hardly answer what was asked. Look it up before you send the reply.',
  };
}
