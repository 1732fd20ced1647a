import { FLOW_STAGE_LABELS, FLOW_STAGES, type FlowStage } from '#contract/flow.ts';
import type { LeadStage } from '#contract/lead.ts';
import { LEADS } from '../leads.ts';
import { ago, minutesBefore } from '../moment.ts';
import type { Moment, WorldFlow, WorldLead } from '../types.ts';
import { did, flow, path } from './flow.ts';

/** Where the sale stands when its lead has come to a column. */
const REACHED = {
  leads: 'interest',
  needs_quote: 'consideration',
  quoted: 'intent',
  needs_follow_up: 'evaluation',
  waiting: 'evaluation',
  won: 'purchase',
} as const satisfies Record<LeadStage, FlowStage>;

/** Minutes between the first word of a lead and the first talk with them. */
const FIRST_TALK = 75;

type Reached = readonly [stage: FlowStage, at: Moment];

/** The stages a lead's sale has gone through: each once, at the first column that stands for it. */
function stagesOf({ history: [arrival, ...moves] }: WorldLead): Reached[] {
  if (!arrival) return [];
  const reached: Reached[] = [
    ['awareness', arrival],
    ['interest', ago(0, minutesBefore(arrival) - FIRST_TALK)],
  ];
  for (const { stage, ...at } of moves) {
    const place = FLOW_STAGES.sales_pipeline.indexOf(REACHED[stage]);
    if (place === reached.length) reached.push([REACHED[stage], at]);
  }
  return reached;
}

/** A lead that left out a stage, or came back to an earlier one for good, makes no tidy story. */
const isTidy = (lead: WorldLead, reached: readonly Reached[]): boolean => reached.at(-1)?.[0] === REACHED[lead.stage];

/** The sales flows of leads whose customer has none of their own. */
export const flowsOfLeads = (told: readonly WorldFlow[]): WorldFlow[] => {
  const theirs = new Set(told.filter(({ flowType }) => flowType === 'sales_pipeline').map(({ customer }) => customer));
  return LEADS.flatMap((lead) => {
    const reached = stagesOf(lead);
    if (!lead.customer || theirs.has(lead.customer) || !isTidy(lead, reached)) return [];
    return flow({
      key: `${lead.key}-sale`,
      customer: lead.customer,
      flowType: 'sales_pipeline',
      stages: path(...reached),
      interactions: reached.map(([stage, at], index) => {
        const before = reached[index - 1]?.[0];
        return before
          ? did('stage_change', `Moved from ${FLOW_STAGE_LABELS[before]} to ${FLOW_STAGE_LABELS[stage]}`, at)
          : did('lead', `${lead.name} of ${lead.company} got in touch`, at);
      }),
      metadata: { value: lead.value, lead: lead.name },
    });
  });
};
