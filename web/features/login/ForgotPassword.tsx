import { useMutation } from '@apollo/client/react';
import { Box, Button, Typography } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';

const RequestPasswordReset = graphql(`
  mutation RequestPasswordReset($account: String!) {
    requestPasswordReset(account: $account) {
      ... on RequestedPasswordReset {
        data
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Has a link mailed to choose a new password; where the server sends no mail, says whom to ask. */
export function ForgotPassword({ byMail, onBack }: { byMail: boolean; onBack: () => void }) {
  const [account, setAccount] = useState('');
  const [state, setState] = useState<'typing' | 'pending' | 'sent'>('typing');
  const [request] = useMutation(RequestPasswordReset, { fetchPolicy: 'no-cache' });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (state === 'pending' || account.trim() === '') return;
    setState('pending');
    const sent = await runMutation(request({ variables: { account } }), { failed: 'Failed to send the link' });
    setState(sent ? 'sent' : 'typing');
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {!byMail && <Typography>Ask an administrator for a link to choose a new password.</Typography>}
      {state === 'sent' && (
        <Typography role="status">
          If there is such an account, a link is on its way to its email address. It works for one hour.
        </Typography>
      )}
      {byMail && state !== 'sent' && (
        <>
          <Field
            label="Username or email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            value={account}
            onChange={(event) => setAccount(event.target.value)}
          />
          <LoadingButton type="submit" variant="contained" fullWidth loading={state === 'pending'} sx={{ minHeight: 40 }}>
            {state === 'pending' ? 'Sending...' : 'Send link'}
          </LoadingButton>
        </>
      )}
      <Button variant="text" size="small" onClick={onBack}>
        Back to sign in
      </Button>
    </Box>
  );
}
