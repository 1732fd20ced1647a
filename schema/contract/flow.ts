/** The three ways a customer may be on with us. */
export const FLOW_TYPES = ['sales_pipeline', 'support_journey', 'onboarding_process'] as const;
export type FlowType = (typeof FLOW_TYPES)[number];

export const FLOW_TYPE_LABELS = {
  sales_pipeline: 'Sales Pipeline',
  support_journey: 'Support Journey',
  onboarding_process: 'Onboarding Process',
} as const satisfies Record<FlowType, string>;

/** The stages of each flow, in their order. */
export const FLOW_STAGES = {
  sales_pipeline: ['awareness', 'interest', 'consideration', 'intent', 'evaluation', 'purchase', 'retention'],
  support_journey: ['issue_reported', 'acknowledged', 'investigating', 'solution_proposed', 'resolved'],
  onboarding_process: ['signed_up', 'profile_setup', 'first_interaction', 'training_completed', 'fully_onboarded'],
} as const satisfies Record<FlowType, readonly string[]>;
export type FlowStage = (typeof FLOW_STAGES)[FlowType][number];

export const ALL_FLOW_STAGES: readonly FlowStage[] = FLOW_TYPES.flatMap((type) => FLOW_STAGES[type]);

export const FLOW_STAGE_LABELS = {
  awareness: 'Awareness',
  interest: 'Interest',
  consideration: 'Consideration',
  intent: 'Intent',
  evaluation: 'Evaluation',
  purchase: 'Purchase',
  retention: 'Retention',
  issue_reported: 'Issue Reported',
  acknowledged: 'Acknowledged',
  investigating: 'Investigating',
  solution_proposed: 'Solution Proposed',
  resolved: 'Resolved',
  signed_up: 'Signed Up',
  profile_setup: 'Profile Setup',
  first_interaction: 'First Interaction',
  training_completed: 'Training Completed',
  fully_onboarded: 'Fully Onboarded',
} as const satisfies Record<FlowStage, string>;

/** How many interactions the screen shows. */
export const RECENT_INTERACTIONS = 5;

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(FLOW_STAGE_LABELS));

/** A stage in words; one we do not know reads as it was sent. */
export const flowStageLabel = (stage: string): string => LABELS.get(stage) ?? stage;

const ORDER: Readonly<Record<FlowType, readonly string[]>> = FLOW_STAGES;

/** The position of a stage in its flow, from 0; -1 for a stage the flow does not have. */
const positionOf = (type: FlowType, stage: string): number => ORDER[type].indexOf(stage);

/** The stage of this flow by that name; null where it has none. */
export const stageOf = (type: FlowType, stage: string): FlowStage | null => FLOW_STAGES[type].find((each) => each === stage) ?? null;

/** How far along a flow is, 0 to 100. A stage we do not know counts as not started. */
export const progress = (type: FlowType, stage: string): number => ((positionOf(type, stage) + 1) / FLOW_STAGES[type].length) * 100;

export type StageState = 'completed' | 'current' | 'upcoming';

/** Whether a stage is before, at or after the current one; every stage comes after an unknown current stage. */
export function stageState(type: FlowType, stage: FlowStage, current: string): StageState {
  const [here, there] = [positionOf(type, stage), positionOf(type, current)];
  if (here === there) return 'current';
  return here < there ? 'completed' : 'upcoming';
}

/** The stage after this one; null after the last, and after one we do not know. */
export function nextStage(type: FlowType, current: string): FlowStage | null {
  const here = positionOf(type, current);
  return here === -1 ? null : (FLOW_STAGES[type][here + 1] ?? null);
}

/** Whether one stage comes after another; false when either is none of the flow's. */
export const isAhead = (type: FlowType, stage: string, of: string): boolean =>
  positionOf(type, of) !== -1 && positionOf(type, stage) > positionOf(type, of);

/** Whether a flow ends with this stage. */
export const isLastStage = (type: FlowType, stage: string): boolean => FLOW_STAGES[type].at(-1) === stage;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long something took, in milliseconds, as "2d 3h", "3h 10m", "12m" or "40s". */
export function durationWords(duration: number): string {
  const time = Math.max(0, duration);
  if (time >= DAY) return `${Math.floor(time / DAY)}d ${Math.floor((time % DAY) / HOUR)}h`;
  if (time >= HOUR) return `${Math.floor(time / HOUR)}h ${Math.floor((time % HOUR) / MINUTE)}m`;
  return time >= MINUTE ? `${Math.floor(time / MINUTE)}m` : `${Math.floor(time / SECOND)}s`;
}

/** Whether a flow has been in its stage longer than nine in ten were; null while too few are known to say. */
export const isStuck = (since: Date, usual: number | null, now: Date): boolean | null =>
  usual === null ? null : now.getTime() - since.getTime() > usual;

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

/** The index of the open step: the last one in the current stage; -1 if there is none. */
const openStep = ({ currentStage, stages }: Omit<FlowHistory, 'flowType'>): number =>
  stages.findLastIndex(({ stage }) => stage === currentStage);

/** When a flow entered its current stage; its start if no step is recorded. */
export function stageStartedAt(flow: Omit<FlowHistory, 'flowType'> & { readonly startedAt: Date }): Date {
  const step = flow.stages[openStep(flow)];
  return step ? new Date(step.timestamp) : flow.startedAt;
}

/** Milliseconds a flow has spent in a stage it has left, all stays together; null for none. */
export function timeSpent(flow: Omit<FlowHistory, 'flowType'>, stage: FlowStage): number | null {
  const open = openStep(flow);
  const finished = flow.stages.filter((step, index) => index !== open && step.stage === stage && step.duration !== null);
  return finished.length === 0 ? null : finished.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
}

/** A stay shorter than this, in milliseconds, was a slip of the hand where the flow goes straight back. */
const SLIP = 60_000;

/** Whether the flow goes back to where it was until a moment ago. */
function wasSlip({ currentStage, stages }: FlowHistory, stage: FlowStage, at: Date): boolean {
  const [before, last] = stages.slice(-2);
  return before?.stage === stage && last?.stage === currentStage && at.getTime() - Date.parse(last.timestamp) < SLIP;
}

/** The stays once the flow has left its stage for another: the one it leaves is closed, the next begins; after a slip the former goes on. */
function stepsAfter(flow: FlowHistory, stage: FlowStage, at: Date): FlowStep[] {
  if (wasSlip(flow, stage, at))
    return flow.stages.slice(0, -1).map((step, index, all) => (index === all.length - 1 ? { ...step, duration: null } : step));
  const open = openStep(flow);
  const closed = flow.stages.map((step, index) =>
    index === open ? { ...step, duration: Math.max(0, at.getTime() - Date.parse(step.timestamp)) } : step,
  );
  return [...closed, { stage, timestamp: at.toISOString(), duration: null }].slice(-STEP_LIMIT);
}

/** The state of a flow after a move to another stage. */
export function movedTo(flow: FlowHistory, stage: FlowStage, at: Date) {
  return { currentStage: stage, stages: stepsAfter(flow, stage, at), completedAt: isLastStage(flow.flowType, stage) ? at : null };
}
