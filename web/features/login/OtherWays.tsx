import { Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { usePasskeySignIn } from './passkey-sign-in.ts';

// Why the identity provider's sign-in failed; the server names the reason in the address.
const REASONS: Readonly<Record<string, string>> = {
  no_group: 'Your account at the identity provider is in no group that may use Callboard. Ask an administrator.',
  no_email: 'The identity provider gave no verified email address. Ask an administrator.',
  closed: 'Your account is closed. Ask an administrator.',
  name_in_use: 'Your username or email address belongs to another account. Ask an administrator.',
  not_invited: 'You have no account here yet. Ask an administrator for an invitation to your email address.',
  unavailable: 'The identity provider cannot be reached. Try again in a moment.',
  refused: 'The sign-in was not completed. Try again.',
};

/** Signing in without a password: with a passkey or the company's identity provider. */
export function OtherWays({ oidc, onSignedIn }: { oidc: boolean; onSignedIn?: () => void }) {
  const signIn = usePasskeySignIn(onSignedIn);
  const [pending, setPending] = useState(false);
  const reason = new URLSearchParams(window.location.search).get('sign-in');
  const start = async () => {
    setPending(true);
    if (!(await signIn())) setPending(false);
  };
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1 }}>
      {reason && (
        <Typography role="alert" color="error">
          {REASONS[reason] ?? REASONS.refused}
        </Typography>
      )}
      {oidc && (
        <Button variant="outlined" fullWidth href="/auth/oidc" sx={{ minHeight: 40 }}>
          Sign in with your company account
        </Button>
      )}
      {'PublicKeyCredential' in window && (
        <LoadingButton variant="outlined" fullWidth loading={pending} sx={{ minHeight: 40 }} onClick={() => pending || void start()}>
          Sign in with a passkey
        </LoadingButton>
      )}
    </Box>
  );
}
