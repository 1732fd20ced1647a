import { useMutation } from '@apollo/client/react';
import { Box, Paper } from '@mui/material';
import { UserSearch, Waypoints } from 'lucide-react';
import { useState } from 'react';
import { FLOW_STAGES, FLOW_TYPE_LABELS, type FlowType } from '#contract/flow.ts';
import { useConnectionState } from '#web/apollo/connection-state.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import { Permitted } from '#web/session/session.tsx';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { AdvanceFlow } from './AdvanceFlow.tsx';
import { FlowSkeleton } from './FlowSkeleton.tsx';
import { FlowsChanged, FlowVisualization } from './FlowVisualization.tsx';
import { useFlowCustomer } from './use-flow-customer.ts';

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

/** The newest flow of a customer and type, updated live. */
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
  const customer = useFlowCustomer(customerId);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  const flow = data?.interactionFlows.nodes[0];
  if (data && !flow && customer.exists === false) {
    return (
      <Paper>
        <EmptyState
          icon={<UserSearch size={18} />}
          title="Customer not found"
          hint="It may have been deleted, you may not see it, or the link is incomplete."
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
      {flow ? <FlowVisualization flow={flow} actions={<AdvanceFlow flow={flow} focusOnMount={isStarted} />} /> : <FlowSkeleton />}
    </Panel>
  );
}

const CreateFlow = graphql(`
  mutation CreateFlow($input: CreateFlowInput!) {
    createFlow(input: $input) {
      ... on InteractionFlow {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

type StartFlowProps = { customerId: string; flowType: FlowType; onStarted: () => void };

/** Starts a flow of this type in its first stage; the screen updates from the change event. */
function StartFlow({ customerId, flowType, onStarted }: StartFlowProps) {
  const [mutate, { loading }] = useMutation(CreateFlow);
  const input = { customerId, flowType, currentStage: FLOW_STAGES[flowType][0] };
  const start = async () => {
    const messages = { done: `${FLOW_TYPE_LABELS[flowType]} started`, failed: 'Failed to start this flow.' };
    if (await runMutation(mutate({ variables: { input } }), messages)) onStarted();
  };
  return (
    <Permitted to="interactionFlow.change">
      <LoadingButton variant="outlined" loading={loading} onClick={start}>
        {loading ? 'Starting...' : `Start ${FLOW_TYPE_LABELS[flowType]}`}
      </LoadingButton>
    </Permitted>
  );
}

const LABELS = { live: 'Auto-refresh on', reconnecting: 'Auto-refresh reconnecting…', offline: 'Auto-refresh paused (offline)' } as const;

/** Whether the flow is being updated live. */
function AutoRefresh() {
  const state = useConnectionState();
  return (
    <Box
      component="span"
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 0.75,
        typography: 'caption',
        color: 'text.secondary',
        '&::before': {
          content: '""',
          width: 8,
          height: 8,
          borderRadius: '50%',
          bgcolor: theme.vars.palette.tone[state === 'live' ? 'success' : 'warning'].main,
        },
      })}
    >
      {LABELS[state]}
    </Box>
  );
}
