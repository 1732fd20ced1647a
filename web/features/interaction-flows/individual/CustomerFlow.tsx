import { Paper } from '@mui/material';
import { UserSearch, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { FLOW_TYPE_LABELS, type FlowType } from '#contract/flow.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { AdvanceFlow } from '../advance/AdvanceFlow.tsx';
import { AutoRefresh } from '../flow/AutoRefresh.tsx';
import { FlowSkeleton } from '../flow/FlowSkeleton.tsx';
import { FlowVisualization } from '../flow/FlowVisualization.tsx';
import { FlowsChanged } from '../flow-changes.ts';
import { StartFlow } from './StartFlow.tsx';
import { useChosenCustomer } from './use-chosen-customer.ts';

const CustomerFlowDocument = graphql(`
  query CustomerFlow($customerId: ID!, $flowType: FlowType!, $first: Int!, $after: String) {
    interactionFlows(customerId: $customerId, flowType: $flowType, first: $first, after: $after) {
      eventCursor
      nodes {
        id
        updatedAt
        ...FlowVisualization_flow
        ...AdvanceFlow_flow
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** The newest flow of a customer and type; it follows what others and the rules do. */
export function CustomerFlow({ customerId, flowType }: { customerId: string; flowType: FlowType }) {
  const { data, error, retry } = useLiveList({
    query: CustomerFlowDocument,
    variables: { customerId, flowType, first: 1 },
    field: 'interactionFlows',
    typename: 'InteractionFlow',
    selectConnection: ({ interactionFlows }) => interactionFlows,
    changes: FlowsChanged,
    topic: { customerId, flowType },
    changeOf: ({ interactionFlowChanged }) => interactionFlowChanged,
    filtered: false,
  });
  const [isStarted, setStarted] = useState(false);
  const customer = useChosenCustomer(customerId);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  const flow = data?.interactionFlows.nodes[0];
  if (data && !flow && customer.isThere === false) {
    return (
      <Paper>
        <EmptyState
          icon={<UserSearch size={18} />}
          title="There is no such customer"
          hint="Choose one above; the address is not quite right."
        />
      </Paper>
    );
  }
  if (data && !flow) {
    return (
      <Paper>
        <EmptyState
          icon={<Waypoints size={18} />}
          title="No interaction flow data available"
          hint={`This customer has no ${FLOW_TYPE_LABELS[flowType]} flow yet.`}
          action={<StartFlow customerId={customerId} flowType={flowType} onStarted={() => setStarted(true)} />}
        />
      </Paper>
    );
  }
  return (
    <Panel title={FLOW_TYPE_LABELS[flowType]} actions={<AutoRefresh />}>
      {flow ? <FlowVisualization flow={flow} actions={<AdvanceFlow flow={flow} takesFocus={isStarted} />} /> : <FlowSkeleton />}
    </Panel>
  );
}
