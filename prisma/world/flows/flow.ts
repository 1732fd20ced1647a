import { minutesBefore } from '../moment.ts';
import type { FlowInteraction, FlowStep, Moment, WorldFlow } from '../types.ts';

const MS_PER_MINUTE = 60_000;

/** Each stage lasts until the next one begins; the last one has not ended. */
export function path(...reached: readonly (readonly [stage: string, at: Moment])[]): FlowStep[] {
  return reached.map(([stage, at], index) => {
    const next = reached[index + 1]?.[1];
    return { stage, at, duration: next ? (minutesBefore(at) - minutesBefore(next)) * MS_PER_MINUTE : null };
  });
}

/** Something that happened. */
export const did = (type: string, description: string, at: Moment): FlowInteraction => ({ type, description, at });

type Outline = Omit<WorldFlow, 'currentStage' | 'started' | 'completed'> & { ended?: boolean };

/** A flow starts with its first stage and stands at its last; one that has ended did so when it reached that stage. */
export function flow({ ended = false, ...outline }: Outline): WorldFlow {
  const first = outline.stages[0];
  const last = outline.stages.at(-1);
  if (!first || !last) throw new Error(`The flow ${outline.key} has no stages`);
  return { ...outline, currentStage: last.stage, started: first.at, completed: ended ? last.at : null };
}
