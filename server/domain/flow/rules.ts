import { type FlowStage, type FlowType, isAhead } from '#contract/flow.ts';
import { LEAD_STAGES, type LeadStage } from '#contract/lead.ts';

/** A fact as a rule reads it. */
export interface RuledFact {
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** Orders of the customer since the flow began; cancelled and refunded ones do not count. */
  readonly orders: number;
}

export interface FlowRule {
  /** The facts it reads. */
  readonly kinds: readonly string[];
  /** Which of them. */
  readonly when: (fact: RuledFact) => boolean;
  readonly flowType: FlowType;
  /** A flow of this type is at least here from then on. */
  readonly atLeast: FlowStage;
  /** The reason, as shown in the flow's interactions. */
  readonly because: string;
}

const LEAD_FACTS = ['lead.created', 'lead.moved', 'lead.updated'] as const;
const CALL_FACTS = ['transcription.added', 'transcription.analyzed'] as const;
const ORDER_FACTS = ['order.created', 'order.updated', 'order.synced'] as const;

/** The column a lead entered, or is in when it is linked to a customer; null for other events. */
function columnOf({ kind, data }: RuledFact): LeadStage | null {
  const linked = Array.isArray(data.changed) && data.changed.includes('customerId');
  if (kind === 'lead.updated' && !linked) return null;
  const reported = kind === 'lead.moved' ? data.to : data.stage;
  return LEAD_STAGES.find((stage) => stage === reported) ?? null;
}

const lead = (column: LeadStage, atLeast: FlowStage, because: string): FlowRule => ({
  kinds: LEAD_FACTS,
  when: (fact) => columnOf(fact) === column,
  flowType: 'sales_pipeline',
  atLeast,
  because,
});

const orders = (count: number, flowType: FlowType, atLeast: FlowStage, because: string): FlowRule => ({
  kinds: ORDER_FACTS,
  when: (fact) => fact.orders >= count,
  flowType,
  atLeast,
  because,
});

const call = (type: 'sales' | 'support' | null, flowType: FlowType, atLeast: FlowStage, because: string): FlowRule => ({
  kinds: CALL_FACTS,
  when: ({ data }) => type === null || data.type === type,
  flowType,
  atLeast,
  because,
});

/** What moves a flow along by itself. A rule more is a row more. */
export const FLOW_RULES: readonly FlowRule[] = [
  lead('leads', 'interest', 'a lead came in'),
  lead('needs_quote', 'consideration', 'a lead needs a quote'),
  lead('quoted', 'intent', 'a lead was quoted'),
  lead('needs_follow_up', 'evaluation', 'a lead needs a follow-up'),
  lead('waiting', 'evaluation', 'a lead is waiting'),
  lead('won', 'purchase', 'a lead was won'),
  call('sales', 'sales_pipeline', 'interest', 'a sales call took place'),
  call('support', 'support_journey', 'acknowledged', 'a support call took place'),
  call(null, 'onboarding_process', 'first_interaction', 'a call took place'),
  {
    kinds: ['reply.generated'],
    when: ({ data }) => data.responseType === 'support',
    flowType: 'support_journey',
    atLeast: 'acknowledged',
    because: 'an answer was written',
  },
  orders(1, 'sales_pipeline', 'purchase', 'an order came in'),
  orders(2, 'sales_pipeline', 'retention', 'a second order came in'),
  orders(1, 'onboarding_process', 'first_interaction', 'an order came in'),
];

/** Every kind of fact some rule reads. */
export const FLOW_TRIGGERS: readonly string[] = [...new Set(FLOW_RULES.flatMap(({ kinds }) => kinds))];

/** The types of flow a kind of fact may move. */
export const ruledTypes = (kind: string): readonly FlowType[] => [
  ...new Set(FLOW_RULES.filter(({ kinds }) => kinds.includes(kind)).map(({ flowType }) => flowType)),
];

/** Whether a kind of fact is about orders, so that the customer's have to be counted. */
export const needsOrders = (kind: string): boolean => ORDER_FACTS.some((each) => each === kind);

/** The rule that moves a flow farthest; null where none does. Only ever forwards, and never from a stage we do not know. */
export function ruleFor(fact: RuledFact, flow: { readonly flowType: FlowType; readonly currentStage: string }): FlowRule | null {
  return FLOW_RULES.filter(
    ({ kinds, when, flowType }) => flowType === flow.flowType && kinds.includes(fact.kind) && when(fact),
  ).reduce<FlowRule | null>(
    (farthest, rule) => (isAhead(flow.flowType, rule.atLeast, farthest?.atLeast ?? flow.currentStage) ? rule : farthest),
    null,
  );
}
