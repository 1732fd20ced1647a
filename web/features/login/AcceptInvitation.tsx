import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Paper, Typography } from '@mui/material';
import { type SubmitEvent, useEffect, useState } from 'react';
import { PASSWORD_LENGTH } from '#contract/limits.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';

const InvitationDocument = graphql(`
  query Invitation($token: String!) {
    invitation(token: $token) {
      ... on InvitationOffer {
        email
        inviterName
      }
      ... on Failure {
        message
      }
    }
  }
`);

const Accept = graphql(`
  mutation AcceptInvitation($token: String!, $input: RegisterInput!) {
    acceptInvitation(token: $token, input: $input) {
      ... on Session {
        expiresAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** The page behind an invitation link: makes the account and signs in. */
export function AcceptInvitation({ token, oidc }: { token: string; oidc: boolean }) {
  const { data, error, refetch } = useQuery(InvitationDocument, { variables: { token }, fetchPolicy: 'network-only' });
  useEffect(() => {
    document.title = 'Invitation · Callboard';
  }, []);
  const offer = data?.invitation;
  return (
    <Box component="main" sx={{ display: 'grid', alignContent: 'center', justifyItems: 'center', minHeight: '100dvh', p: 2 }}>
      <Paper sx={{ width: '100%', maxWidth: 400, p: { xs: 3, sm: 4 }, borderRadius: '14px', boxShadow: 'var(--cb-floating)' }}>
        <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', mb: 3 }}>
          <Logo size={40} />
          <Typography variant="h1" sx={{ mt: 2 }}>
            Callboard
          </Typography>
          {offer?.__typename === 'InvitationOffer' && (
            <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>
              {offer.inviterName ? `${offer.inviterName} invites you. Create your account.` : 'Create your account.'}
            </Typography>
          )}
        </Box>
        {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
        {!offer && !error && <Typography sx={{ textAlign: 'center' }}>Loading...</Typography>}
        {offer?.__typename === 'InvitationOffer' && <AccountForm token={token} email={offer.email} />}
        {offer?.__typename === 'InvitationOffer' && offer.email && oidc && (
          <Button variant="outlined" fullWidth href="/auth/oidc" sx={{ mt: 1.5, minHeight: 40 }}>
            Use your company account
          </Button>
        )}
        {offer && offer.__typename !== 'InvitationOffer' && <Typography role="alert">{offer.message}</Typography>}
      </Paper>
    </Box>
  );
}

function AccountForm({ token, email }: { token: string; email: string | null }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const [mutate, { loading }] = useMutation(Accept, { fetchPolicy: 'no-cache' });
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setProblem(undefined);
    const session = await runMutation(mutate({ variables: { token, input: { username, password, email: address } } }), {
      failed: 'Failed to create account',
      onFieldError: ({ message }) => {
        setProblem(message);
        return true;
      },
    });
    if (session) window.location.replace('/');
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {email ? (
        <Field label="Email" value={email} readOnly />
      ) : (
        <Field
          label="Email"
          type="email"
          autoComplete="email"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
          hint="Optional"
        />
      )}
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        placeholder={`min ${PASSWORD_LENGTH.min} characters`}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {problem && (
        <Typography role="alert" variant="body2" sx={{ color: 'error.main' }}>
          {problem}
        </Typography>
      )}
      <LoadingButton type="submit" variant="contained" fullWidth loading={loading} sx={{ minHeight: 40 }}>
        {loading ? 'Creating Account...' : 'Create Account'}
      </LoadingButton>
    </Box>
  );
}
