import { useMutation } from '@apollo/client/react';
import { FLOW_STAGES, FLOW_TYPE_LABELS, type FlowType } from '#contract/flow.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';

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

/** Begins a flow of this type for a customer, in its first stage; the screen hears of it by itself. */
export function StartFlow({ customerId, flowType, onStarted }: StartFlowProps) {
  const [mutate, { loading }] = useMutation(CreateFlow);
  const input = { customerId, flowType, currentStage: FLOW_STAGES[flowType][0] };
  const start = async () => {
    const words = { done: `${FLOW_TYPE_LABELS[flowType]} started`, failed: 'Failed to start this flow.' };
    if (await runMutation(mutate({ variables: { input } }), words)) onStarted();
  };
  return (
    <LoadingButton variant="outlined" loading={loading} onClick={start}>
      {loading ? 'Starting...' : `Start ${FLOW_TYPE_LABELS[flowType]}`}
    </LoadingButton>
  );
}
