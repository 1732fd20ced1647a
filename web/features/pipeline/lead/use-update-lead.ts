import { useApolloClient, useMutation } from '@apollo/client/react';
import type { LeadChanges } from '#contract/lead-input.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { type SaveOutcome, saveOutcome } from '#web/ui/states/use-edit-conflict.ts';
import { applyServerLead } from '../board-cache.ts';
import { type LeadValues, leadValuesOf } from './lead-values.ts';

const UpdateLead = graphql(`
  mutation UpdateLead($id: ID!, $input: LeadChangesInput!, $ifUpdatedAt: DateTime) {
    updateLead(id: $id, input: $input, ifUpdatedAt: $ifUpdatedAt) {
      ... on Lead {
        ...BoardLead @unmask
      }
      ... on LeadEditConflict {
        updatedAt
        updatedBy {
          id
          displayName
        }
        current {
          id
          ...EditLeadForm_lead @unmask
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes what is known of a lead; answers whether it was saved, or the version a colleague saved first. */
export function useUpdateLead() {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(UpdateLead, { fetchPolicy: 'no-cache' });
  return async (id: string, input: LeadChanges, ifUpdatedAt: string): Promise<SaveOutcome<LeadValues>> => {
    const settled = await settleEdit(mutate({ variables: { id, input, ifUpdatedAt } }), {
      done: 'Lead updated successfully.',
      failed: 'Failed to update lead. Please try again.',
    });
    const updated = settled.success;
    if (updated) cache.batch({ update: (board) => applyServerLead(board, updated) });
    return saveOutcome(settled, leadValuesOf);
  };
}
