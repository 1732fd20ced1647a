import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useMutation } from '@apollo/client/react';
import { useCallback } from 'react';
import type { LeadStage } from '#contract/lead.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { needsNextStep } from '#web/tasks/due.ts';
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

let moveCount = 0;

/** The last move of each lead that is under way. */
const moves = new WeakMap<ApolloCache, Map<string, Promise<unknown>>>();

/** Runs one after the other what is done to the same lead, so that the last of two quick moves is the one that stays. */
async function inTurn<Result>(cache: ApolloCache, id: string, act: () => Promise<Result>): Promise<Result> {
  const moving = moves.get(cache) ?? new Map<string, Promise<unknown>>();
  moves.set(cache, moving);
  const turn = (moving.get(id) ?? Promise.resolve()).then(act);
  const settled = turn.catch(() => undefined);
  moving.set(id, settled);
  await settled;
  if (moving.get(id) === settled) moving.delete(id);
  return turn;
}

/**
 * Moves a lead optimistically: first in the cache, then on the server, rolling back on failure. The response is merged only
 * if it is newer than the cached lead, since another person's later move may have arrived first. `onMoved` gets the id of an open
 * lead whose next step is missing or overdue.
 */
export function useMoveLead(onMoved: ((id: string) => void) | null = null) {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(MoveLead, { fetchPolicy: 'no-cache' });
  return useCallback(
    async (id: string, stage: LeadStage) => {
      moveCount += 1;
      const layer = `move ${moveCount}`;
      const at = new Date().toISOString();
      cache.batch({ optimistic: layer, update: (layered) => applyOptimisticMove(layered, { id, stage }, at) });
      const moved = await inTurn(cache, id, () =>
        runMutation(mutate({ variables: { id, stage } }), {
          done: 'Lead stage updated successfully.',
          failed: 'Failed to update lead stage.',
        }),
      );
      cache.batch({ removeOptimistic: layer, update: (base) => moved && applyServerLead(base, moved) });
      if (moved && needsNextStep(moved)) onMoved?.(id);
    },
    [cache, mutate, onMoved],
  );
}
