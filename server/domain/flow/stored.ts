import type { FlowInteraction, FlowStep } from '#contract/flow.ts';
import type { InteractionFlow } from '#prisma/generated/client.ts';

/** A stored flow with its lists read. */
export interface Flow extends Omit<InteractionFlow, 'stages' | 'interactions'> {
  readonly stages: FlowStep[];
  readonly interactions: FlowInteraction[];
}

/** Reads the JSON lists of a row; an entry that makes no sense is left out. */
export const readFlow = (row: InteractionFlow): Flow => ({
  ...row,
  stages: list(row.stages).flatMap(step),
  interactions: list(row.interactions).flatMap(interaction),
});

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isMoment = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value));

function step(value: unknown): FlowStep[] {
  const { stage, timestamp, duration }: Partial<Record<string, unknown>> = Object(value);
  if (typeof stage !== 'string' || !isMoment(timestamp)) return [];
  return [{ stage, timestamp, duration: typeof duration === 'number' ? duration : null }];
}

function interaction(value: unknown): FlowInteraction[] {
  const { type, description, timestamp }: Partial<Record<string, unknown>> = Object(value);
  if (typeof type !== 'string' || typeof description !== 'string' || !isMoment(timestamp)) return [];
  return [{ type, description, timestamp }];
}

/** What happened in a flow, newest first; of the same moment, what was told last. */
export const newestInteractions = ({ interactions }: Flow, most: number): FlowInteraction[] =>
  interactions
    .toReversed()
    .toSorted((one, other) => Date.parse(other.timestamp) - Date.parse(one.timestamp))
    .slice(0, most);
