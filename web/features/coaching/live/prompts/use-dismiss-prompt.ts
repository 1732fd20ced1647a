import type { Reference, StoreObject } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const DismissPrompt = graphql(`
  mutation DismissPrompt($id: ID!, $promptId: ID!) {
    dismissPrompt(id: $id, promptId: $promptId) {
      ... on LiveCall {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Puts a prompt of a call away: at once on the screen, and back again where that failed. */
export function useDismissPrompt(callId: string) {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(DismissPrompt);
  const mark = (promptId: string, dismissed: number | null) =>
    cache.modify<{ prompts: readonly (Reference | StoreObject)[] }>({
      id: cache.identify({ __typename: 'LiveCall', id: callId }),
      fields: {
        prompts: (known, { readField }) =>
          known.map((prompt) => (readField('id', prompt) === promptId ? { ...prompt, dismissed } : prompt)),
      },
    });
  return async (promptId: string) => {
    mark(promptId, 0);
    const dismissed = await runMutation(mutate({ variables: { id: callId, promptId } }), { failed: 'Failed to put this away.' });
    if (!dismissed) mark(promptId, null);
  };
}
