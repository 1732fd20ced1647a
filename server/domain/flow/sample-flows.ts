import type { FlowInteraction, FlowStage, FlowStep, FlowType } from '#contract/flow.ts';

const HOUR = 3_600_000;

interface Sample {
  readonly flowType: FlowType;
  /** The stages so far, and how many hours ago each was reached; the last is the current one. */
  readonly reached: ReadonlyArray<readonly [stage: FlowStage, hoursAgo: number]>;
  readonly interactions: ReadonlyArray<readonly [type: string, description: string, hoursAgo: number]>;
}

const SAMPLES: readonly Sample[] = [
  {
    flowType: 'sales_pipeline',
    reached: [
      ['awareness', 168],
      ['interest', 117],
      ['consideration', 45],
    ],
    interactions: [
      ['website', 'Read the pricing page and asked for a brochure', 168],
      ['email', 'Sent the brochure and two case studies', 162],
      ['call', 'First conversation: needs, budget and dates', 117],
      ['meeting', 'Demonstration for the team', 45],
      ['email', 'Sent the comparison they asked for', 20],
    ],
  },
  {
    flowType: 'support_journey',
    reached: [
      ['issue_reported', 26],
      ['acknowledged', 25],
      ['investigating', 22],
    ],
    interactions: [
      ['email', 'Reported that the last order shows the wrong address', 26],
      ['email', 'Told them we are on it', 25],
      ['note', 'Found the old address in the store’s records', 22],
    ],
  },
  {
    flowType: 'onboarding_process',
    reached: [
      ['signed_up', 96],
      ['profile_setup', 72],
      ['first_interaction', 24],
    ],
    interactions: [
      ['contract', 'Signed the agreement', 96],
      ['portal', 'Added billing details and two colleagues', 72],
      ['call', 'Welcome call: goals for the first month', 24],
    ],
  },
];

/** A flow without its customer. */
export interface SampleFlow {
  readonly flowType: FlowType;
  readonly currentStage: string;
  readonly stages: FlowStep[];
  readonly interactions: FlowInteraction[];
}

/** The three sample flows at their current stages: a sale being considered, a problem under investigation, a new customer. */
export const sampleFlows = (now: Date): SampleFlow[] => {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR).toISOString();
  return SAMPLES.map(({ flowType, reached, interactions }) => ({
    flowType,
    currentStage: reached.at(-1)?.[0] ?? '',
    stages: reached.map(([stage, hoursAgo], index) => {
      const leftHoursAgo = reached[index + 1]?.[1];
      return { stage, timestamp: at(hoursAgo), duration: leftHoursAgo === undefined ? null : (hoursAgo - leftHoursAgo) * HOUR };
    }),
    interactions: interactions.map(([type, description, hoursAgo]) => ({ type, description, timestamp: at(hoursAgo) })),
  }));
};
