import { z } from 'zod';
import { ANALYSIS_LIMITS, CALL_TYPES, MOMENT_KINDS, PRIORITIES, SENTIMENTS, SPEAKERS } from '#contract/call.ts';
import { optionalMoney } from '#contract/text.ts';
import { readDialogue } from '#domain/conversation/dialogue.ts';
import { clip } from '#server/language/plain-text.ts';
import type { CallAnalysis, CallRecord } from '../port.ts';
import { ANALYSIS_SYSTEM, analysisMessage, MERGE_SYSTEM, mergeMessage, transcriptParts } from '../prompts/analysis.ts';
import { plainText } from '../prompts/plain-text.ts';
import { type Read, readForm, turnWith, unusable, usable } from './model-output.ts';
import { type CallOptions, runInParts, type Task, type TaskResult } from './task.ts';

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
export function readAnalysis(text: string, { content, dialogue }: CallRecord): Read<Analysed> {
  const read = readForm(ModelAnalysis, text);
  if (!read.usable) return read;
  const { answer } = read;
  const [title, summary] = [line(answer.title, ANALYSIS_LIMITS.title), line(answer.summary, ANALYSIS_LIMITS.summary)];
  if (title === '' || summary === '') return unusable('title or summary is empty');
  const turns = readDialogue(content, dialogue);
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

const taskWith = (call: CallRecord, system: string, message: (boundary: string) => string): Task<Analysed> => ({
  form: { name: 'analysis', schema: ModelAnalysis },
  system,
  message,
  // Quotes are looked up in the whole call, so that a moment of a part has its place in it.
  read: (text) => readAnalysis(text, call),
});

/** Analyses a call; a long one part by part, and then from what was found in the parts. Where one part fails, the analysis fails. */
export function analyzeInParts(
  call: CallRecord,
  run: (task: Task<Analysed>, options: CallOptions) => Promise<TaskResult<Analysed>>,
  signal?: AbortSignal,
): Promise<TaskResult<Analysed>> {
  const parts = transcriptParts(call.content).map((part) =>
    taskWith(call, ANALYSIS_SYSTEM, (boundary) => analysisMessage(part, call, boundary)),
  );
  const [whole] = parts;
  if (whole && parts.length === 1) return run(whole, { signal });
  // In the form the model returns.
  const asModelForm = (answer: Analysed) => ({ ...answer, callValue: answer.callValue === null ? null : Number(answer.callValue) });
  const merge = (found: readonly Analysed[]) =>
    taskWith(call, MERGE_SYSTEM, (boundary) => mergeMessage(found.map(asModelForm), call, boundary));
  return runInParts({ parts, merge, run, signal });
}
