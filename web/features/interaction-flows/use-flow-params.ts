import { useSearchParams } from 'react-router-dom';
import { FLOW_TYPES, type FlowType } from '#contract/flow.ts';

export type FlowTab = 'individual' | 'all';

/** What is looked at: it lives in the address, so that it can be linked to and survives a reload. */
export function useFlowParams() {
  const [params, setParams] = useSearchParams();
  const choose = (name: string, value: string | null, replace: boolean) =>
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
    openTab: (next: FlowTab) => choose('tab', next === 'all' ? 'all' : null, false),
    chooseCustomer: (id: string | null) => choose('customer', id, true),
    chooseType: (type: FlowType) => choose('type', type, true),
  };
}

/** The flows that are looked at, as the `where` of their list: all of them, or those of a type, of a customer. */
export const shownFlows = ({ tab, customerId, flowType }: Pick<ReturnType<typeof useFlowParams>, 'tab' | 'customerId' | 'flowType'>) =>
  tab === 'all' ? null : { flowType: { eq: flowType }, ...(customerId && { customerId: { eq: customerId } }) };
