import { useMutation } from '@apollo/client/react';
import { FLOW_STAGES, FLOW_TYPE_LABELS, type FlowType } from '#contract/flow.ts';
import { settle } from '#web/apollo/settle.ts';
import { graphql } from '#web/gql/gql.ts';
import { HoldableButton } from '#web/ui/dialogs/HoldableButton.tsx';

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
    if (await settle(mutate({ variables: { input } }), words)) onStarted();
  };
  return (
    <HoldableButton variant="outlined" held={loading} onClick={start}>
      {loading ? 'Starting...' : `Start ${FLOW_TYPE_LABELS[flowType]}`}
    </HoldableButton>
  );
}
