import { z } from 'zod';
import { MOMENT_KINDS } from '#contract/call.ts';
import type { CallAnalysis } from '#server/ai/port.ts';

const speaker = z.enum(['rep', 'customer']).nullable().catch(null);
const text = z.string().nullable().catch(null);
const count = z.number().nullable().catch(null);

/** The entries of a stored list that are what they should be; an import may have left others. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((list) => list.flatMap((entry) => item.safeParse(entry).data ?? []));

const Stored = z
  .object({
    /** `offline`, or the name of the model; null for a call nobody has analysed. */
    engine: text,
    keyMoments: listOf(z.object({ kind: z.enum(MOMENT_KINDS), speaker, quote: z.string(), turn: z.int().min(0) })),
    nextSteps: listOf(z.object({ text: z.string(), owner: speaker, due: text })),
    analyzedAt: z.iso
      .datetime()
      .transform((at) => new Date(at))
      .nullable()
      .catch(null),
    promptTokens: count,
    completionTokens: count,
  })
  .catch(() => ({ engine: null, keyMoments: [], nextSteps: [], analyzedAt: null, promptTokens: null, completionTokens: null }));

/** What is kept of an analysis beside the call's own columns, in `transcriptions.analysis`. */
export type StoredAnalysis = z.output<typeof Stored>;

/** Reads a stored analysis; what is missing or makes no sense counts as nothing. */
export const readAnalysis = (stored: unknown): StoredAnalysis => Stored.parse(stored);

/** An analysis in the form it is stored in. */
export const storedAnalysis = ({ engine, keyMoments, nextSteps, tokens }: CallAnalysis, at: Date) => ({
  engine,
  keyMoments: keyMoments.map((moment) => ({ ...moment })),
  nextSteps: nextSteps.map((step) => ({ ...step })),
  analyzedAt: at.toISOString(),
  promptTokens: tokens?.prompt ?? null,
  completionTokens: tokens?.completion ?? null,
});
