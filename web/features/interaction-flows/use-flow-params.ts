import { FLOW_TYPES, type FlowType } from '#contract/flow.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';

export type FlowTab = 'individual' | 'all';

/** The tab, the customer and the flow type that are shown, in the URL. */
export function useFlowParams() {
  const { get, getOneOf, set } = useFilterParam<'tab' | 'customer' | 'type'>();
  const tab: FlowTab = getOneOf('tab', ['all']) ?? 'individual';
  const flowType: FlowType = getOneOf('type', FLOW_TYPES) ?? 'sales_pipeline';
  return {
    tab,
    customerId: get('customer'),
    flowType,
    openTab: (next: FlowTab) => set('tab', next === 'all' ? 'all' : null, { push: true }),
    chooseCustomer: (id: string | null) => set('customer', id),
    chooseType: (type: FlowType) => set('type', type),
  };
}

/** The flows that are shown, as the `where` of their list: all of them, or those of a type, of a customer. */
export const shownFlows = ({ tab, customerId, flowType }: Pick<ReturnType<typeof useFlowParams>, 'tab' | 'customerId' | 'flowType'>) =>
  tab === 'all' ? null : { flowType: { eq: flowType }, ...(customerId && { customerId: { eq: customerId } }) };
