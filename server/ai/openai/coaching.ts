import { z } from 'zod';
import { PRIORITIES } from '#contract/call.ts';
import { COACHING_LIMITS, INSIGHT_CATEGORIES, metricText } from '#contract/coaching.ts';
import { clip } from '#server/language/plain-text.ts';
import type { CoachingAdvice, CoachingBrief, CoachingEvidence, CoachingFinding, CoachingReport } from '../port.ts';
import { COACHING_MERGE_SYSTEM, COACHING_SYSTEM, coachingMergeMessage, coachingMessage, coachingParts } from '../prompts/coaching.ts';
import { plainText } from '../prompts/plain-text.ts';
import { type Read, readForm, turnWith, unusable, usable } from './model-output.ts';
import { type CallOptions, runInParts, type Task, type TaskResult } from './task.ts';

const ModelCoaching = z.object({
  insights: z.array(
    z.object({
      finding: z.string().nullable(),
      category: z.enum(INSIGHT_CATEGORIES),
      insight: z.string(),
      priority: z.enum(PRIORITIES),
      actionItem: z.string(),
      quotes: z.array(z.string()),
    }),
  ),
  recommendations: z.array(z.string()),
});
type ModelInsight = z.output<typeof ModelCoaching>['insights'][number];

type Coached = Pick<CoachingReport, 'insights' | 'recommendations'>;

const line = (text: string, limit: number): string => clip(plainText(text).replace(/\s+/g, ' ').trim(), limit);

const NUMBER = /\d+(?:[.,]\d+)?/g;
const numbersIn = (text: string): readonly string[] => (text.match(NUMBER) ?? []).map((number) => number.replace(',', '.'));

/** Where a quote was said; null where it was not. */
function evidenceFor(quote: string, { calls }: CoachingBrief): CoachingEvidence | null {
  for (const { id, kind, title, turns } of calls) {
    const turn = turnWith(quote, turns);
    if (!turn) continue;
    return {
      callId: id,
      callKind: kind,
      callTitle: title,
      turn: turn.index,
      speaker: turn.speaker,
      quote: clip(quote.trim(), COACHING_LIMITS.quote),
    };
  }
  return null;
}

/** Every number that was counted or said, as it may be repeated. */
function knownNumbers({ numbers, findings, calls }: CoachingBrief): ReadonlySet<string> {
  const counted = numbers.flatMap(({ metric, value, calls: of }) => [metricText(metric, value), String(of)]);
  const said = calls.flatMap(({ title, turns }) => [title, ...turns.map(({ text }) => text)]);
  return new Set([...counted, ...findings.map(({ insight }) => insight), String(calls.length), ...said].flatMap(numbersIn));
}

/** An insight with its proof: a number nobody counted gives way to the rule's own sentence, or else takes the insight with it. */
function proven(
  given: ModelInsight,
  finding: CoachingFinding | null,
  known: ReadonlySet<string>,
  brief: CoachingBrief,
): CoachingAdvice | null {
  const isTrue = numbersIn(given.insight).every((number) => known.has(number));
  const insight = isTrue ? line(given.insight, COACHING_LIMITS.insight) : (finding?.insight ?? '');
  const quoted = given.quotes.flatMap((quote) => evidenceFor(quote, brief) ?? []);
  const evidence = (quoted.length > 0 ? quoted : (finding?.evidence ?? [])).slice(0, COACHING_LIMITS.evidence);
  if (insight === '' || (finding === null && evidence.length === 0)) return null;
  return {
    category: given.category,
    insight,
    priority: given.priority,
    actionItem: line(given.actionItem, COACHING_LIMITS.action) || (finding?.actionItem ?? ''),
    metric: finding?.metric ?? null,
    source: finding?.source ?? null,
    evidence,
  };
}

/**
 * Checks a report against the calls and the numbers: what nobody said or counted is left out, a finding is told once. A report on a
 * part of them may have nothing to say.
 */
export function readCoaching(text: string, brief: CoachingBrief, { isPart = false } = {}): Read<Coached> {
  const read = readForm(ModelCoaching, text);
  if (!read.usable) return read;
  const known = knownNumbers(brief);
  const told = new Set<string>();
  const insights = read.answer.insights.flatMap((given) => {
    const finding = brief.findings.find(({ rule }) => rule === given.finding) ?? null;
    if (finding && told.has(finding.rule)) return [];
    const advice = proven(given, finding, known, brief);
    if (finding && advice) told.add(finding.rule);
    return advice ?? [];
  });
  const recommendations = read.answer.recommendations
    .filter((sentence) => numbersIn(sentence).every((number) => known.has(number)))
    .map((sentence) => line(sentence, COACHING_LIMITS.insight))
    .filter((sentence) => sentence !== '');
  if (!isPart && insights.length === 0 && brief.findings.length > 0)
    return unusable('no insight rests on a line of the calls or on a finding');
  if (!isPart && recommendations.length === 0) return unusable('there is no recommendation');
  return usable({
    insights: insights.slice(0, COACHING_LIMITS.insights),
    recommendations: [...new Set(recommendations)].slice(0, COACHING_LIMITS.recommendations),
  });
}

const form = { name: 'coaching', schema: ModelCoaching };

/** What was found in a part, in the form the model returns. */
const asModelForm = ({ insights, recommendations }: Coached) => ({
  insights: insights.map(({ category, insight, priority, actionItem, evidence }) => ({
    ...{ finding: null, category, insight, priority, actionItem },
    quotes: evidence.map(({ quote }) => quote),
  })),
  recommendations,
});

/**
 * Coaches on calls; on long ones part by part, and then on what was found in the parts. The findings of the rules are worded once, at
 * the end. Where one part fails, the coaching fails.
 */
export function coachInParts(
  brief: CoachingBrief,
  run: (task: Task<Coached>, options: CallOptions) => Promise<TaskResult<Coached>>,
  signal?: AbortSignal,
): Promise<TaskResult<Coached>> {
  const parts = coachingParts(brief.calls);
  const [whole] = parts;
  if (whole && parts.length === 1) {
    const task = {
      ...{ form, system: COACHING_SYSTEM },
      message: (boundary: string) => coachingMessage(whole, brief, boundary),
      read: (text: string) => readCoaching(text, brief),
    };
    return run(task, { signal });
  }
  const numbersOnly = { ...brief, findings: [] };
  return runInParts({
    run,
    signal,
    parts: parts.map((lines) => ({
      ...{ form, system: COACHING_SYSTEM },
      message: (boundary) => coachingMessage(lines, numbersOnly, boundary),
      read: (text) => readCoaching(text, numbersOnly, { isPart: true }),
    })),
    merge: (found) => ({
      ...{ form, system: COACHING_MERGE_SYSTEM },
      message: (boundary) => coachingMergeMessage(found.map(asModelForm), brief, boundary),
      read: (text) => readCoaching(text, brief),
    }),
  });
}
