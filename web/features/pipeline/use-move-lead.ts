import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import type { LeadStage } from '#contract/lead.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { applyOptimisticMove, applyServerLead } from './board-cache.ts';

const MoveLead = graphql(`
  mutation MoveLead($id: ID!, $stage: LeadStage!) {
    moveLead(id: $id, stage: $stage) {
      ... on Lead {
        ...BoardLead @unmask
      }
      ... on Failure {
        message
      }
    }
  }
`);

let serial = 0;

/**
 * Moves a lead: at once on the screen, then on the server, and back again where that failed. The answer stays out of the
 * cache until it was compared with what the server told meanwhile, since another person's later move may be heard first.
 */
export function useMoveLead() {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(MoveLead, { fetchPolicy: 'no-cache' });
  return useCallback(
    async (id: string, stage: LeadStage) => {
      serial += 1;
      const layer = `move ${serial}`;
      const at = new Date().toISOString();
      cache.batch({ optimistic: layer, update: (ahead) => applyOptimisticMove(ahead, { id, stage }, at) });
      const moved = await runMutation(mutate({ variables: { id, stage } }), {
        done: 'Lead stage updated successfully.',
        failed: 'Failed to update lead stage.',
      });
      cache.batch({ removeOptimistic: layer, update: (settled) => moved && applyServerLead(settled, moved) });
    },
    [cache, mutate],
  );
}
