import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import type { LeadStage } from '#contract/lead.ts';
import { settle } from '#web/apollo/settle.ts';
import { graphql } from '#web/gql/gql.ts';
import { moveAhead, settleLead } from './board-cache.ts';

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
      cache.batch({ optimistic: layer, update: (ahead) => moveAhead(ahead, { id, stage }, at) });
      const moved = await settle(mutate({ variables: { id, stage } }), {
        done: 'Lead stage updated successfully.',
        failed: 'Failed to update lead stage.',
      });
      cache.batch({ removeOptimistic: layer, update: (settled) => moved && settleLead(settled, moved) });
    },
    [cache, mutate],
  );
}
