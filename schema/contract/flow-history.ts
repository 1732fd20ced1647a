import { type FlowStage, type FlowType, isLastStage } from './flow.ts';

/** A stay in a stage: when it began (ISO 8601) and how many milliseconds it took; null while it lasts. */
export type FlowStep = { stage: string; timestamp: string; duration: number | null };

/** Something that happened in a flow: `call`, `email`, `note` … and when (ISO 8601). */
export type FlowInteraction = { type: string; description: string; timestamp: string };

/** The part of a flow that moving along changes. */
export interface FlowHistory {
  readonly flowType: FlowType;
  readonly currentStage: string;
  readonly stages: readonly FlowStep[];
}

/** Stays one flow keeps; the event log knows the older ones. */
export const STEP_LIMIT = 100;

/** The stay that lasts: the last one in the present stage. -1 where none was told of. */
const openStep = ({ currentStage, stages }: Omit<FlowHistory, 'flowType'>): number =>
  stages.findLastIndex(({ stage }) => stage === currentStage);

/** When a flow came into the stage it is in; its start where no stay was told of. */
export function stageStartedAt(flow: Omit<FlowHistory, 'flowType'> & { readonly startedAt: Date }): Date {
  const step = flow.stages[openStep(flow)];
  return step ? new Date(step.timestamp) : flow.startedAt;
}

/** Milliseconds a flow has spent in a stage it has left, all stays together; null for none. */
export function timeSpent(flow: Omit<FlowHistory, 'flowType'>, stage: FlowStage): number | null {
  const open = openStep(flow);
  const left = flow.stages.filter((step, index) => index !== open && step.stage === stage && step.duration !== null);
  return left.length === 0 ? null : left.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
}

/** A stay shorter than this, in milliseconds, was a slip of the hand where the flow goes straight back. */
const SLIP = 60_000;

/** Whether the flow goes back to where it was until a moment ago. */
function wasSlip({ currentStage, stages }: FlowHistory, stage: FlowStage, at: Date): boolean {
  const [before, last] = stages.slice(-2);
  return before?.stage === stage && last?.stage === currentStage && at.getTime() - Date.parse(last.timestamp) < SLIP;
}

/** The stays once the flow has left its stage for another: the one it leaves is closed, the next begins; after a slip the former goes on. */
function staysAfter(flow: FlowHistory, stage: FlowStage, at: Date): FlowStep[] {
  if (wasSlip(flow, stage, at))
    return flow.stages.slice(0, -1).map((step, index, all) => (index === all.length - 1 ? { ...step, duration: null } : step));
  const open = openStep(flow);
  const closed = flow.stages.map((step, index) =>
    index === open ? { ...step, duration: Math.max(0, at.getTime() - Date.parse(step.timestamp)) } : step,
  );
  return [...closed, { stage, timestamp: at.toISOString(), duration: null }].slice(-STEP_LIMIT);
}

/** How a flow stands once it has gone to another stage. */
export function movedTo(flow: FlowHistory, stage: FlowStage, at: Date) {
  return { currentStage: stage, stages: staysAfter(flow, stage, at), completedAt: isLastStage(flow.flowType, stage) ? at : null };
}
