import { useSearchParams } from 'react-router-dom';
import { FLOW_TYPES, type FlowType } from '#contract/flow.ts';

export type FlowTab = 'individual' | 'all';

/** The tab, customer and flow type, stored in the URL. */
export function useFlowParams() {
  const [params, setParams] = useSearchParams();
  const setParam = (name: string, value: string | null, replace: boolean) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (value) after.set(name, value);
        else after.delete(name);
        return after;
      },
      { replace },
    );
  const tab: FlowTab = params.get('tab') === 'all' ? 'all' : 'individual';
  const flowType: FlowType = FLOW_TYPES.find((type) => type === params.get('type')) ?? 'sales_pipeline';
  return {
    tab,
    customerId: params.get('customer'),
    flowType,
    setTab: (next: FlowTab) => setParam('tab', next === 'all' ? 'all' : null, false),
    setCustomer: (id: string | null) => setParam('customer', id, true),
    setType: (type: FlowType) => setParam('type', type, true),
  };
}

/** The flows on screen as a `where` argument: all, or those of one type and customer. */
export const shownFlows = ({ tab, customerId, flowType }: Pick<ReturnType<typeof useFlowParams>, 'tab' | 'customerId' | 'flowType'>) =>
  tab === 'all' ? null : { flowType: { eq: flowType }, ...(customerId && { customerId: { eq: customerId } }) };
