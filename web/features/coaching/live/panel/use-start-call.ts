import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const StartLiveCall = graphql(`
  mutation StartLiveCall($input: StartLiveCallInput!) {
    startLiveCall(input: $input) {
      ... on LiveCall {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

export type CallToStart = { customerId: string | null; plannedSeconds: number | null };

/** Begins a call; answers its id, or null where that failed. */
export function useStartCall() {
  const [mutate, { loading }] = useMutation(StartLiveCall);
  const start = async (call: CallToStart): Promise<string | null> => {
    const input = { ...call, callId: `call_${Date.now()}` };
    const started = await runMutation(mutate({ variables: { input } }), {
      done: 'Real-time coaching started',
      failed: 'Failed to start real-time analysis',
    });
    return started?.id ?? null;
  };
  return { start, isStarting: loading };
}
