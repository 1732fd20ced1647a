import { z } from 'zod';
import { ADVICE_LIMITS } from '#contract/live-call.ts';
import { clip } from '#server/language/plain-text.ts';
import type { Advice, RunningCall } from '../port.ts';
import { ADVICE_SYSTEM, adviceMessage } from '../prompts/advice.ts';
import { plainText } from '../prompts/plain-text.ts';
import { type Read, readForm, usable } from './model-output.ts';
import { removeForeignLinks } from './safe-links.ts';
import type { Task } from './task.ts';

const ModelAdvice = z.object({ tips: z.array(z.string()) });

type Advised = Pick<Advice, 'tips'>;

/** What a model advises, cut to what a rep can read in a call; a tip said twice, or said by the rules already, is one too many. */
export function readAdvice(text: string, { prompts }: RunningCall, clean: (text: string) => string = (own) => own): Read<Advised> {
  const read = readForm(ModelAdvice, text);
  if (!read.usable) return read;
  const tips = read.answer.tips
    .map((tip) => clip(clean(plainText(tip)).replace(/\s+/g, ' ').trim(), ADVICE_LIMITS.tip))
    .filter((tip) => tip !== '' && !prompts.includes(tip));
  return usable({ tips: [...new Set(tips)].slice(0, ADVICE_LIMITS.tips) });
}

export const adviceTask = (call: RunningCall, companyDomain: string | null = null): Task<Advised> => ({
  form: { name: 'advice', schema: ModelAdvice },
  system: ADVICE_SYSTEM,
  message: (boundary) => adviceMessage(call, boundary),
  read: (text) => readAdvice(text, call, removeForeignLinks({ texts: [], domain: companyDomain })),
});
