import { FLOW_STAGE_LABELS, FLOW_STAGES, type FlowStage } from '#contract/flow.ts';
import type { LeadStage } from '#contract/lead.ts';
import type { DemoData, DemoLead } from './demo-data.ts';
import type { Moment } from './moment.ts';

const MS_PER_MINUTE = 60_000;

type FileFlow = DemoData['flows'][number];

/** The flows of the file, and the sales flows of leads whose customer has none of their own. */
export function demoFlows({ flows, leads }: DemoData) {
  const customersWithSale = new Set(flows.filter(({ flowType }) => flowType === 'sales_pipeline').map(({ customer }) => customer));
  const others = leads.filter(({ customer }) => customer !== undefined && !customersWithSale.has(customer));
  return [...flows, ...others.flatMap(saleOf)].map(withDurations);
}

/** Each stage lasts until the next one begins, in milliseconds; null for the last. The flow is in its last stage. */
function withDurations({ ended, ...flow }: FileFlow) {
  const stages = flow.stages.map(({ stage, at }, index) => {
    const next = flow.stages[index + 1];
    return { stage, at, duration: next ? (at.minutesBefore - next.at.minutesBefore) * MS_PER_MINUTE : null };
  });
  const [first, last] = [stages[0], stages.at(-1)];
  if (!first || !last) throw new Error(`The flow ${flow.key} has no stages`);
  return { ...flow, stages, currentStage: last.stage, started: first.at, reached: last.at, completed: ended ? last.at : null };
}

/** The stage a sale has reached when its lead is in a column of the pipeline. */
const SALE_STAGES = {
  leads: 'interest',
  needs_quote: 'consideration',
  quoted: 'intent',
  needs_follow_up: 'evaluation',
  waiting: 'evaluation',
  won: 'purchase',
} as const satisfies Record<LeadStage, FlowStage>;

/** Minutes between a lead's arrival and the first conversation. */
const FIRST_CONVERSATION = 75;

/** None for a lead that skipped a stage or moved back: its history is no sequence of stages. */
function saleOf(lead: DemoLead): FileFlow[] {
  const [arrival, ...moves] = lead.history;
  if (!arrival || !lead.customer) return [];
  const stages: Array<{ stage: FlowStage; at: Moment }> = [
    { stage: 'awareness', at: arrival.at },
    { stage: 'interest', at: { minutesBefore: arrival.at.minutesBefore - FIRST_CONVERSATION } },
  ];
  for (const { stage, at } of moves) {
    const saleStage = SALE_STAGES[stage];
    if (FLOW_STAGES.sales_pipeline.indexOf(saleStage) === stages.length) stages.push({ stage: saleStage, at });
  }
  const current = lead.history.at(-1)?.stage ?? 'leads';
  if (stages.at(-1)?.stage !== SALE_STAGES[current]) return [];
  return [
    {
      key: `${lead.key}-sale`,
      customer: lead.customer,
      flowType: 'sales_pipeline',
      stages,
      interactions: stages.map(({ stage, at }, index) => {
        const before = stages[index - 1];
        return before
          ? { type: 'stage_change', description: `Moved from ${FLOW_STAGE_LABELS[before.stage]} to ${FLOW_STAGE_LABELS[stage]}`, at }
          : { type: 'lead', description: `${lead.name} of ${lead.company} got in touch`, at };
      }),
      metadata: { value: lead.value, lead: lead.name },
    },
  ];
}
