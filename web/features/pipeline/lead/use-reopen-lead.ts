import { useMutation } from '@apollo/client/react';
import { STAGE_LABELS } from '#contract/lead.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const ReopenLead = graphql(`
  mutation ReopenLead($id: ID!) {
    reopenLead(id: $id) {
      ... on Lead {
        id
        stage
        stageChangedAt
        updatedAt
        nextStepDueBy
        lostAt
        lostReason
        lostCompetitor
        lostNote
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Reopens a lost lead; resolves to whether it is open. Its card comes with the change of the board. */
export function useReopenLead() {
  const [mutate] = useMutation(ReopenLead);
  return async (id: string): Promise<boolean> =>
    (await runMutation(mutate({ variables: { id } }), {
      done: ({ stage }) => `Lead reopened in ${STAGE_LABELS[stage]}.`,
      failed: 'Failed to reopen the lead.',
    })) !== null;
}
