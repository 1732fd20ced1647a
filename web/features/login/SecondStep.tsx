import { Box, Button, Typography } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { AuthenticatorSetup, type TotpSetup } from '#web/ui/second-factor/AuthenticatorSetup.tsx';

type SecondStepProps = {
  /** What to set an authenticator app up with, where the role requires one and there is none. */
  setup: TotpSetup | null;
  /** Signs in with the code; resolves with whether that worked. */
  onSubmit: (code: string) => Promise<boolean>;
  onBack: () => void;
};

/** The second step of signing in: a code of the authenticator app. */
export function SecondStep({ setup, onSubmit, onBack }: SecondStepProps) {
  const [code, setCode] = useState('');
  const [pending, setPending] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (pending || code.trim() === '') return;
    setPending(true);
    if (!(await onSubmit(code.trim()))) setPending(false);
  };
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      {setup ? (
        <AuthenticatorSetup setup={setup} />
      ) : (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Enter the code of your authenticator app, or one of your recovery codes.
        </Typography>
      )}
      <Field
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <LoadingButton type="submit" variant="contained" fullWidth loading={pending} sx={{ minHeight: 40 }}>
        {pending ? 'Checking...' : 'Continue'}
      </LoadingButton>
      <Button variant="text" size="small" onClick={onBack}>
        Back
      </Button>
    </Box>
  );
}
