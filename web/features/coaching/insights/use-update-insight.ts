import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const UpdateInsight = graphql(`
  mutation UpdateInsight($id: ID!, $isImplemented: Boolean!) {
    updateInsight(id: $id, input: { isImplemented: $isImplemented }) {
      ... on CoachingInsight {
        id
        isImplemented
        implementedAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Notes that an insight was put to use, or that it was not: at once on the screen, and back again where that failed. */
export function useUpdateInsight() {
  const [mutate] = useMutation(UpdateInsight);
  return (id: string, isImplemented: boolean) => {
    const implementedAt = isImplemented ? new Date().toISOString() : null;
    const optimisticResponse = { updateInsight: { __typename: 'CoachingInsight' as const, id, isImplemented, implementedAt } };
    return runMutation(mutate({ variables: { id, isImplemented }, optimisticResponse }), {
      done: 'Insight status updated',
      failed: 'Failed to update insight',
    });
  };
}
