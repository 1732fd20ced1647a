import { useMutation } from '@apollo/client/react';
import { Box } from '@mui/material';
import { useState } from 'react';
import { DISCARD_NOTE_LENGTH, DISCARD_REASON_LABELS, DISCARD_REASONS } from '#contract/discard-reasons.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { ReplyDiscardReason } from '#web/gql/graphql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';

export const DiscardReplyDocument = graphql(`
  mutation DiscardReply($id: ID!, $input: DiscardReplyInput!) {
    discardReply(id: $id, input: $input) {
      ... on AiResponse {
        id
        discardReason
      }
      ... on Failure {
        message
      }
    }
  }
`);

const REASONS = DISCARD_REASONS.map((value) => ({ value, label: DISCARD_REASON_LABELS[value] }));

/** Asks why a reply is no good, and stores it. */
export function DiscardReply({ id, onClose }: { id: string; onClose: () => void }) {
  const [discard] = useMutation(DiscardReplyDocument);
  const [reason, setReason] = useState<ReplyDiscardReason | ''>('');
  const [note, setNote] = useState('');
  const [pending, setPending] = useState(false);

  const submit = async () => {
    if (reason === '') return;
    setPending(true);
    const done = await runMutation(discard({ variables: { id, input: { reason, note: note.trim() || null } } }), {
      done: 'Response discarded. Your reason is counted on the analytics screen.',
      failed: 'Failed to discard the response.',
    });
    setPending(false);
    if (done) onClose();
  };

  return (
    <FormDialog
      title="Why is this response no good?"
      submit={{ label: 'Discard Response', pending: 'Discarding...' }}
      pending={pending}
      ready={reason !== ''}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        <SelectField label="Reason" value={reason} options={REASONS} onChange={setReason} placeholder="Choose a reason" />
        <Field
          label="Note (optional)"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          multiline
          minRows={3}
          inputProps={{ maxLength: DISCARD_NOTE_LENGTH }}
          hint={`At most ${DISCARD_NOTE_LENGTH} characters`}
        />
      </Box>
    </FormDialog>
  );
}
