import { FLOW_TYPES, type FlowType } from '#contract/flow.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';

export type FlowTab = 'individual' | 'all';

/** The tab, customer and flow type, stored in the URL. */
export function useFlowParams() {
  const { get, getOneOf, set } = useFilterParam<'tab' | 'customer' | 'type'>();
  const tab: FlowTab = getOneOf('tab', ['all']) ?? 'individual';
  const flowType: FlowType = getOneOf('type', FLOW_TYPES) ?? 'sales_pipeline';
  return {
    tab,
    customerId: get('customer'),
    flowType,
    setTab: (next: FlowTab) => set('tab', next === 'all' ? 'all' : null, { push: true }),
    setCustomer: (id: string | null) => set('customer', id),
    setType: (type: FlowType) => set('type', type),
  };
}

/** The flows on screen as a `where` argument: all, or those of one type and customer. */
export const shownFlows = ({ tab, customerId, flowType }: Pick<ReturnType<typeof useFlowParams>, 'tab' | 'customerId' | 'flowType'>) =>
  tab === 'all' ? null : { flowType: { eq: flowType }, ...(customerId && { customerId: { eq: customerId } }) };
