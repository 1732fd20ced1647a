import { useApolloClient, useMutation } from '@apollo/client/react';
import type { NewLead } from '#contract/lead-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { applyServerLead } from '../board-cache.ts';

const CreateLead = graphql(`
  mutation CreateLead($input: CreateLeadInput!) {
    createLead(input: $input) {
      ... on Lead {
        ...BoardLead @unmask
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Adds a lead to the board; answers whether that worked. */
export function useCreateLead() {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(CreateLead, { fetchPolicy: 'no-cache' });
  return async (input: NewLead): Promise<boolean> => {
    const created = await runMutation(mutate({ variables: { input } }), {
      done: 'Lead created successfully.',
      failed: 'Failed to create lead. Please try again.',
    });
    if (created) cache.batch({ update: (board) => applyServerLead(board, created) });
    return created !== null;
  };
}
