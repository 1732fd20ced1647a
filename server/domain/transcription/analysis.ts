import { z } from 'zod';
import { type CallType, MOMENT_KINDS } from '#contract/call.ts';
import type { NewTranscription } from '#contract/transcription-input.ts';
import type { Transcription } from '#prisma/generated/client.ts';
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
    /** Why the offline assistant analysed it in place of the model; null where nothing failed. */
    fallbackReason: text,
    promptTokens: count,
    completionTokens: count,
  })
  .catch(() => ({
    engine: null,
    keyMoments: [],
    nextSteps: [],
    analyzedAt: null,
    fallbackReason: null,
    promptTokens: null,
    completionTokens: null,
  }));

/** The part of an analysis stored beside the call's own columns, in `transcriptions.analysis`. */
export type StoredAnalysis = z.output<typeof Stored>;

/** Reads a stored analysis; what is missing or makes no sense counts as nothing. */
export const readAnalysis = (stored: unknown): StoredAnalysis => Stored.parse(stored);

/** An analysis in the form it is stored in. */
export const storedAnalysis = ({ engine, keyMoments, nextSteps, tokens, fallbackReason }: CallAnalysis, at: Date) => ({
  engine,
  keyMoments: keyMoments.map((moment) => ({ ...moment })),
  nextSteps: nextSteps.map((step) => ({ ...step })),
  analyzedAt: at.toISOString(),
  fallbackReason: fallbackReason ?? null,
  promptTokens: tokens?.prompt ?? null,
  completionTokens: tokens?.completion ?? null,
});

/** The fields of an analysis that a person may correct. */
export const ANALYZED_FIELDS = ['title', 'type', 'tags', 'callValue', 'priority'] as const;
type Judged = (typeof ANALYZED_FIELDS)[number];

const isJudged = (field: string): field is Judged => ANALYZED_FIELDS.some((judged) => judged === field);

const Metadata = z.looseObject({
  source: z.string().nullable().catch(null),
  /** The judged fields whose value is a person's. */
  setByPerson: z.array(z.enum(ANALYZED_FIELDS)).catch([]),
  /** Whether a person said that rep and customer are the other way round. */
  isSwapped: z.boolean().optional().catch(undefined),
});

/** What is noted about a call: where it came from, and what a person has set. */
export const readMetadata = (stored: unknown) => Metadata.catch(() => ({ source: null, setByPerson: [] })).parse(stored);

/** The fields a person has set so far, with those set just now. */
export const setByPerson = (before: readonly string[], changed: readonly string[]): Judged[] => [
  ...new Set([...before, ...changed].filter(isJudged)),
];

/**
 * The fields that the first analysis sets. Values from a person win. A type that is only `likely` gives way to support if
 * the analysis found a problem in the call, not merely because it had to choose.
 */
export function firstJudgement(given: Pick<NewTranscription, 'title' | 'type'>, analysis: CallAnalysis, likely: CallType | null) {
  const hasProblem = analysis.type === 'support' && analysis.keyMoments.some(({ kind }) => kind === 'problem');
  return {
    title: given.title ?? analysis.title,
    type: given.type ?? (likely === null || hasProblem ? analysis.type : likely),
    summary: analysis.summary,
    sentiment: analysis.sentiment,
    tags: [...analysis.tags],
    callValue: analysis.callValue,
    priority: analysis.priority,
  };
}

/** The changes of another analysis: all but what a person has set. A value stays when the new analysis has none. */
export function laterJudgement(call: Pick<Transcription, 'metadata' | 'callValue'>, analysis: CallAnalysis) {
  const setByPerson = new Set<Judged>(readMetadata(call.metadata).setByPerson);
  return {
    summary: analysis.summary,
    sentiment: analysis.sentiment,
    ...(!setByPerson.has('title') && { title: analysis.title }),
    ...(!setByPerson.has('type') && { type: analysis.type }),
    ...(!setByPerson.has('tags') && { tags: [...analysis.tags] }),
    ...(!setByPerson.has('callValue') && { callValue: analysis.callValue ?? call.callValue }),
    ...(!setByPerson.has('priority') && { priority: analysis.priority }),
  };
}

const NEEDS: readonly string[] = ['problem', 'need', 'question'];
/** How many of the customer's sentences a reply request contains. */
const MAX_NEEDS = 3;

/** The customer's needs in their own words; the summary, or else the beginning of the call, when none was found. */
export function needOf({ analysis, summary, content }: Pick<Transcription, 'analysis' | 'summary' | 'content'>): string {
  const needs = readAnalysis(analysis).keyMoments.filter(({ kind, speaker }) => NEEDS.includes(kind) && speaker !== 'rep');
  const quotes = [...new Set(needs.slice(0, MAX_NEEDS).map(({ quote }) => quote))];
  return quotes.length > 0 ? quotes.join('\n') : summary || previewOf(content);
}

/** Characters of a preview: more than three lines of a card hold. */
const PREVIEW = 320;

/** The beginning of the transcript; never half a character. */
export const previewOf = (content: string): string => [...content.slice(0, PREVIEW * 2)].slice(0, PREVIEW).join('');
