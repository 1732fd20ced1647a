import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { ArrowLeftRight } from 'lucide-react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { RolesNotice_CallFragment } from '#web/gql/graphql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';

const RolesNotice_call = graphql(`
  fragment RolesNotice_call on Transcription {
    id
    rolesGuessed
  }
`);

/** Says where rep and customer were only told apart by how they talk, and swaps them. */
export function RolesNotice({ call }: { call: FragmentType<RolesNotice_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: RolesNotice_call, from: call });
  const { swapRoles, swapping } = useSwapRoles();
  if (!complete || !data.rolesGuessed) return null;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mx: { xs: 2, sm: 3 }, mb: 3 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Roles were guessed from how people talk.
      </Typography>
      <LoadingButton
        variant="outlined"
        size="small"
        loading={swapping}
        onClick={() => swapRoles(data.id)}
        startIcon={<ArrowLeftRight size={14} aria-hidden />}
      >
        Swap roles
      </LoadingButton>
    </Box>
  );
}

const SwapRoles = graphql(`
  mutation SwapRoles($id: ID!) {
    swapTranscriptionRoles(id: $id) {
      ... on Transcription {
        id
        ...CallCard_call
        ...CallHead_call
        ...CallNotes_call
        ...CallMetrics_call
        ...RolesNotice_call
        ...Transcript_call
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Makes the rep the customer and the customer the rep; the call is analyzed again with it. */
function useSwapRoles() {
  const [mutate, { loading }] = useMutation(SwapRoles);
  const swapRoles = (id: string) => runMutation(mutate({ variables: { id } }), { done: 'Roles swapped.', failed: 'Failed to swap roles.' });
  return { swapRoles, swapping: loading };
}
