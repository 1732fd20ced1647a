import { useApolloClient, useMutation } from '@apollo/client/react';
import type { LeadChanges } from '#contract/new-lead.ts';
import { settle } from '#web/apollo/settle.ts';
import { graphql } from '#web/gql/gql.ts';
import { settleLead } from '../board-cache.ts';

const UpdateLead = graphql(`
  mutation UpdateLead($id: ID!, $input: LeadChangesInput!) {
    updateLead(id: $id, input: $input) {
      ... on Lead {
        ...BoardLead @unmask
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes what is known of a lead; answers whether that worked. */
export function useUpdateLead() {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(UpdateLead, { fetchPolicy: 'no-cache' });
  return async (id: string, input: LeadChanges): Promise<boolean> => {
    const updated = await settle(mutate({ variables: { id, input } }), {
      done: 'Lead updated successfully.',
      failed: 'Failed to update lead. Please try again.',
    });
    if (updated) cache.batch({ update: (board) => settleLead(board, updated) });
    return updated !== null;
  };
}
