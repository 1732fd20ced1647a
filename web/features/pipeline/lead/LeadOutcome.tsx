import { useApolloClient, useFragment, useMutation } from '@apollo/client/react';
import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { LOST_NOTE_LENGTH, LOST_REASON_LABELS, LOST_REASONS } from '#contract/lost-reasons.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { LeadLostReason } from '#web/gql/graphql.ts';
import { useMay } from '#web/session/session.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { removeCard } from '../board-cache.ts';
import { useReopenLead } from './use-reopen-lead.ts';

const LeadOutcome_lead = graphql(`
  fragment LeadOutcome_lead on Lead {
    id
    stage
    lostAt
    lostReason
    lostCompetitor
    lostNote
  }
`);

/** Closes an open lead as lost; of a lost one says why, and reopens it. */
export function LeadOutcome({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, complete } = useFragment({ fragment: LeadOutcome_lead, from: { __typename: 'Lead', id } });
  const mayChange = useMay('lead.change');
  const reopen = useReopenLead();
  const [closing, setClosing] = useState(false);
  if (!complete) return null;
  if (data.lostAt && data.lostReason)
    return (
      <Box
        component="section"
        aria-label="Lost"
        sx={{ p: 1.5, border: 1, borderColor: 'divider', borderRadius: '10px', overflowWrap: 'anywhere' }}
      >
        <Typography variant="h2" component="h3" sx={{ fontSize: 13 }}>
          Lost: {LOST_REASON_LABELS[data.lostReason]}
        </Typography>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {data.lostCompetitor && `To ${data.lostCompetitor}, `}
          <RelativeTime at={data.lostAt} />
        </Typography>
        {data.lostNote && <Typography sx={{ mt: 0.5, whiteSpace: 'pre-line' }}>{data.lostNote}</Typography>}
        {mayChange && (
          <Button variant="outlined" size="small" sx={{ mt: 1 }} onClick={async () => (await reopen(id)) && onClose()}>
            Reopen
          </Button>
        )}
      </Box>
    );
  if (!mayChange || data.stage === 'won') return null;
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setClosing(true)}>
        Close as lost
      </Button>
      {closing && <CloseAsLost id={id} onLost={onClose} onClose={() => setClosing(false)} />}
    </>
  );
}

const CloseLeadAsLost = graphql(`
  mutation CloseLeadAsLost($id: ID!, $input: CloseLeadAsLostInput!) {
    closeLeadAsLost(id: $id, input: $input) {
      ... on Lead {
        id
        updatedAt
        nextStepDueBy
        ...LeadOutcome_lead
      }
      ... on Failure {
        message
      }
    }
  }
`);

const REASONS = LOST_REASONS.map((value) => ({ value, label: LOST_REASON_LABELS[value] }));

/** Asks why a lead is lost, and takes its card off the board. */
function CloseAsLost({ id, onLost, onClose }: { id: string; onLost: () => void; onClose: () => void }) {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(CloseLeadAsLost);
  const [reason, setReason] = useState<LeadLostReason | ''>('');
  const [competitor, setCompetitor] = useState('');
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);

  const submit = async () => {
    if (reason === '') return;
    setPending(true);
    const lost = await runMutation(
      mutate({ variables: { id, input: { reason, competitor: competitor.trim() || null, note: note.trim() || null } } }),
      { done: 'Lead closed as lost.', failed: 'Failed to close the lead as lost.' },
    );
    setPending(false);
    if (!lost) return;
    cache.batch({ update: (board) => removeCard(board, id) });
    onLost();
  };

  return (
    <FormDialog
      title="Close as lost"
      submit={{ label: 'Close as lost', pending: 'Closing...' }}
      pending={pending}
      ready={reason !== ''}
      onSubmit={(event) => {
        event.preventDefault();
        // The form of the lead is around this one.
        event.stopPropagation();
        void submit();
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <SelectField label="Reason" value={reason} options={REASONS} onChange={setReason} placeholder="Choose a reason" />
        <Field label="Competitor (optional)" value={competitor} onChange={({ target }) => setCompetitor(target.value)} />
        <Field
          label="Note (optional)"
          value={note}
          onChange={({ target }) => setNote(target.value)}
          multiline
          minRows={3}
          inputProps={{ maxLength: LOST_NOTE_LENGTH }}
          hint={`At most ${LOST_NOTE_LENGTH} characters`}
        />
      </Box>
    </FormDialog>
  );
}
