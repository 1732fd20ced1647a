import { z } from 'zod';
import { ANALYSIS_LIMITS, CALL_TYPES, MOMENT_KINDS, PRIORITIES, SENTIMENTS, SPEAKERS } from '#contract/call.ts';
import { optionalMoney } from '#contract/text.ts';
import { readDialogue } from '#domain/conversation/dialogue.ts';
import { clip } from '#server/language/plain-text.ts';
import type { CallAnalysis, CallRecord } from '../port.ts';
import { ANALYSIS_SYSTEM, analysisMessage } from '../prompts/analysis.ts';
import { plainText } from '../prompts/plain-text.ts';
import { type Read, readForm, turnWith, unusable, usable } from './model-output.ts';
import type { Task } from './task.ts';

const ModelAnalysis = z.object({
  title: z.string(),
  summary: z.string(),
  type: z.enum(CALL_TYPES),
  sentiment: z.enum(SENTIMENTS),
  tags: z.array(z.string()),
  callValue: z.number().nullable(),
  priority: z.enum(PRIORITIES),
  keyMoments: z.array(z.object({ kind: z.enum(MOMENT_KINDS), quote: z.string() })),
  nextSteps: z.array(z.object({ text: z.string(), owner: z.enum(SPEAKERS).nullable(), due: z.string().nullable() })),
});

const line = (text: string, limit: number): string => clip(plainText(text).replace(/\s+/g, ' ').trim(), limit);
type Analysed = Omit<CallAnalysis, 'engine' | 'tokens'>;

/** Checks an analysis against the call itself: quotes nobody said are dropped, sizes cut to what is stored. */
export function readAnalysis(text: string, { content }: CallRecord): Read<Analysed> {
  const read = readForm(ModelAnalysis, text);
  if (!read.usable) return read;
  const { answer } = read;
  const [title, summary] = [line(answer.title, ANALYSIS_LIMITS.title), line(answer.summary, ANALYSIS_LIMITS.summary)];
  if (title === '' || summary === '') return unusable('title or summary is empty');
  const turns = readDialogue(content);
  const moments = answer.keyMoments.flatMap(({ kind, quote }) => {
    const turn = turnWith(quote, turns);
    return turn ? [{ kind, quote: clip(quote.trim(), ANALYSIS_LIMITS.quote), speaker: turn.speaker, turn: turn.index }] : [];
  });
  const tags = answer.tags.map((tag) => line(tag, ANALYSIS_LIMITS.tag).toLowerCase()).filter((tag) => tag !== '');
  const steps = answer.nextSteps
    .map(({ text: step, owner, due }) => ({
      text: line(step, ANALYSIS_LIMITS.step),
      owner,
      due: due === null ? null : line(due, 60) || null,
    }))
    .filter(({ text: step }) => step !== '');
  return usable({
    title,
    summary,
    type: answer.type,
    sentiment: answer.sentiment,
    tags: [...new Set(tags)].slice(0, ANALYSIS_LIMITS.tags),
    callValue: optionalMoney.safeParse(answer.callValue?.toFixed(2)).data ?? null,
    priority: answer.priority,
    keyMoments: moments.toSorted((a, b) => a.turn - b.turn).slice(0, ANALYSIS_LIMITS.moments),
    nextSteps: steps.slice(0, ANALYSIS_LIMITS.steps),
  });
}

export const analysisTask = (call: CallRecord): Task<Analysed> => ({
  form: { name: 'analysis', schema: ModelAnalysis },
  system: ANALYSIS_SYSTEM,
  message: (boundary) => analysisMessage(call, boundary),
  read: (text) => readAnalysis(text, call),
});
