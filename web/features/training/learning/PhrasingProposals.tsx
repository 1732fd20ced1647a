import { useMutation } from '@apollo/client/react';
import { Box, Button, Paper, Typography } from '@mui/material';
import { Check, MessagesSquare, X } from 'lucide-react';
import { useRef } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';
import type { PhrasingProposalsQuery } from '#web/gql/graphql.ts';
import { useListFocus } from '#web/lib/use-focus-fallback.ts';
import { Permitted } from '#web/session/session.tsx';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';

const PhrasingProposalsList = graphql(`
  query PhrasingProposals {
    phrasingProposals {
      id
      text
      count
      trainingItem {
        id
        title
      }
    }
    trainingItems(first: 1) {
      eventCursor
    }
  }
`);

const TrainingLearned = graphql(`
  subscription TrainingLearned($after: EventCursor) {
    trainingItemsChanged(after: $after) {
      cursor
    }
  }
`);

const AcceptPhrasing = graphql(`
  mutation AcceptPhrasing($id: ID!) {
    acceptPhrasing(id: $id) {
      ... on PhrasingProposal {
        id
        trainingItem {
          id
          alsoAskedAs
          updatedAt
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

const DeclinePhrasing = graphql(`
  mutation DeclinePhrasing($id: ID!) {
    declinePhrasing(id: $id) {
      ... on PhrasingProposal {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

type Proposal = PhrasingProposalsQuery['phrasingProposals'][number];

/** Accepts or declines a proposal, and takes it out of the list. */
function useDecisions() {
  const [accept, { client }] = useMutation(AcceptPhrasing);
  const [decline] = useMutation(DeclinePhrasing);
  const pending = useRef(false);
  const settle = async (id: string, decide: () => Promise<{ id: string } | null>) => {
    // A second click, before the list has changed, would decide about the same proposal.
    if (pending.current) return;
    pending.current = true;
    const decided = await decide();
    if (decided) client.cache.evict({ id: client.cache.identify({ __typename: 'PhrasingProposal', id }) });
    pending.current = false;
  };
  return {
    accept: (id: string) =>
      settle(id, () => runMutation(accept({ variables: { id } }), { done: 'Phrasing added', failed: 'Failed to add the phrasing' })),
    decline: (id: string) => settle(id, () => runMutation(decline({ variables: { id } }), { failed: 'Failed to decline the phrasing' })),
  };
}

/** Questions of replies that were used, each to be accepted as another way to ask for its item, or declined. */
export function PhrasingProposals() {
  const { data, error, retry } = useLiveQuery({
    query: PhrasingProposalsList,
    eventCursorOf: ({ trainingItems }) => trainingItems.eventCursor,
    changes: TrainingLearned,
    cursorOf: ({ trainingItemsChanged }) => trainingItemsChanged.cursor,
  });
  const { accept, decline } = useDecisions();
  const focus = useListFocus();
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!data) return <ListSkeleton label="Loading suggestions..." height={96} />;
  return (
    <Box {...focus} sx={{ '&:focus-visible': { outline: 'none' } }}>
      {data.phrasingProposals.length === 0 ? (
        <Paper>
          <EmptyState
            icon={<MessagesSquare size={18} />}
            title="No suggested phrasings"
            hint="When you use a reply, the customer’s question is suggested here as another way to ask for its training item."
          />
        </Paper>
      ) : (
        <Paper component="ul" aria-label="Suggested phrasings" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.phrasingProposals.map((proposal) => (
            <ProposalRow
              key={proposal.id}
              proposal={proposal}
              onAccept={() => accept(proposal.id)}
              onDecline={() => decline(proposal.id)}
            />
          ))}
        </Paper>
      )}
    </Box>
  );
}

type ProposalRowProps = { proposal: Proposal; onAccept: () => void; onDecline: () => void };

function ProposalRow({ proposal: { text, count, trainingItem }, onAccept, onDecline }: ProposalRowProps) {
  return (
    <Box
      component="li"
      aria-label={text}
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        p: 2,
        '& + &': { borderTop: `1px solid ${theme.vars.palette.divider}` },
      })}
    >
      <Box sx={{ flex: '1 1 280px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography component="h2" sx={{ fontWeight: 600 }}>
          {text}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Answered from “{trainingItem.title}”, <span className="tabular">{count === 1 ? 'used once' : `used ${count} times`}</span>
        </Typography>
      </Box>
      <Permitted to="trainingItem.change">
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button variant="outlined" startIcon={<Check size={16} aria-hidden />} onClick={onAccept}>
            Accept
          </Button>
          <Button variant="outlined" startIcon={<X size={16} aria-hidden />} onClick={onDecline}>
            Decline
          </Button>
        </Box>
      </Permitted>
    </Box>
  );
}
