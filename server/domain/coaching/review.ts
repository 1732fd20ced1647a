import {
  COACHING_LIMITS,
  COACHING_METRIC_KEYS,
  COACHING_METRICS,
  type CoachingMetric,
  goodText,
  metricText,
  targetOf,
} from '#contract/coaching.ts';
import type { CoachingEvidence, CoachingFinding } from '#server/ai/port.ts';
import { clip } from '#server/language/plain-text.ts';
import type { CallReading } from './call-metrics.ts';
import { type Counted, fires, RULES, type Rule } from './rules.ts';

/** Something to reach. */
export interface Goal {
  readonly text: string;
  readonly metric: CoachingMetric;
  readonly from: number;
  readonly target: number;
}

/** What was counted in some calls and what the rules say of it. */
export interface Review {
  readonly numbers: readonly Counted[];
  readonly findings: readonly CoachingFinding[];
  readonly goals: readonly Goal[];
}

const URGENCY = { high: 0, medium: 1, low: 2 } as const;
const PER_CALL = 2;

/** The mean of a number over the calls that let it be counted; null where none does. */
export function meanOf(metric: CoachingMetric, readings: readonly CallReading[]): Counted | null {
  const values = readings.flatMap(({ values: each }) => each[metric] ?? []);
  return values.length === 0
    ? null
    : { metric, value: values.reduce((sum, value) => sum + value, 0) / values.length, calls: values.length };
}

/** The lines a finding rests on: of the calls that prove it best, two each at most. */
function evidenceOf({ metric, provenBy, proof }: Rule, readings: readonly CallReading[]): readonly CoachingEvidence[] {
  const worth = ({ values }: CallReading) => (values[metric] ?? 0) * (provenBy === 'high' ? -1 : 1);
  return readings
    .filter(({ values }) => values[metric] !== null)
    .toSorted((one, other) => worth(one) - worth(other))
    .flatMap((reading) => {
      const { id, kind, title } = reading.call;
      return proof(reading)
        .slice(0, PER_CALL)
        .map(({ index, speaker, text }) => {
          const quote = clip(text.replace(/\s+/g, ' ').trim(), COACHING_LIMITS.quote);
          return { callId: id, callKind: kind, callTitle: title, turn: index, speaker, quote };
        });
    })
    .slice(0, COACHING_LIMITS.evidence);
}

function find(rule: Rule, readings: readonly CallReading[]): CoachingFinding | null {
  const meant = readings.filter(({ isLabelled }) => isLabelled !== (rule.isUnlabelled ?? false));
  const counted = meanOf(rule.metric, meant);
  if (counted === null || !fires(rule.when, counted.value)) return null;
  return {
    rule: rule.key,
    category: rule.category,
    insight: rule.explain(metricText(rule.metric, counted.value), counted),
    priority: rule.priority,
    actionItem: rule.action,
    metric: rule.metric,
    value: counted.value,
    source: rule.source,
    evidence: evidenceOf(rule, meant),
    isPraise: rule.isPraise ?? false,
  };
}

/** What a number should become, once for each number that something was found wrong with. */
function goalsOf(findings: readonly CoachingFinding[]): readonly Goal[] {
  const wanting = findings.filter(({ isPraise, metric, value }) => !isPraise && targetOf(metric, value) !== value);
  const first = [...new Map(wanting.toReversed().map((finding) => [finding.metric, finding])).values()].toReversed();
  return first.slice(0, COACHING_LIMITS.goals).map(({ metric, value }) => ({
    text: `${COACHING_METRICS[metric].label}: ${goodText(metric)}, now ${metricText(metric, value)}`,
    metric,
    from: value,
    target: targetOf(metric, value),
  }));
}

/** Reviews calls by rules alone: the same calls are always reviewed the same way. */
export function reviewOf(readings: readonly CallReading[]): Review {
  const findings = RULES.flatMap((rule) => find(rule, readings) ?? [])
    .toSorted((one, other) => URGENCY[one.priority] - URGENCY[other.priority])
    .slice(0, COACHING_LIMITS.insights);
  return {
    numbers: COACHING_METRIC_KEYS.flatMap((metric) => meanOf(metric, readings) ?? []),
    findings,
    goals: goalsOf(findings),
  };
}
