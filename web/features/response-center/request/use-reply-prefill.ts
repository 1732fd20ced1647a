import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import { type ReplyPrefill, readReplyPrefill } from '#web/lib/reply-prefill.ts';
import type { Recipient } from './CustomerPicker.tsx';

export const RecipientById = graphql(`
  query AddresseeById($id: ID!) {
    customer(id: $id) {
      id
      name
      email
      company
    }
  }
`);

type Take = {
  /** What was handed over, at once. */
  given: (given: ReplyPrefill) => void;
  /** The customer who was meant, as soon as they are known. */
  customer: (customer: Recipient) => void;
};

/** Takes what another screen handed over for a reply, once: a reload does not bring it back. */
export function useReplyPrefill(take: Take): void {
  const client = useApolloClient();
  const { state } = useLocation();
  const navigate = useNavigate();

  const onGiven = useEffectEvent(async (given: ReplyPrefill) => {
    take.given(given);
    if (!given.customerId) return;
    // A customer who is gone, or cannot be loaded, is picked by hand.
    const answer = await client.query({ query: RecipientById, variables: { id: given.customerId } }).catch(() => null);
    if (answer?.data?.customer) take.customer(answer.data.customer);
  });

  useEffect(() => {
    const given = readReplyPrefill(state);
    if (!given) return;
    void onGiven(given);
    navigate('.', { replace: true, state: null });
  }, [state, navigate]);
}
