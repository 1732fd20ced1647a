import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Typography } from '@mui/material';
import { type SubmitEvent, useId, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { AuthenticatorSetup, type TotpSetup } from '#web/ui/second-factor/AuthenticatorSetup.tsx';
import { RecoveryCodeList } from '#web/ui/second-factor/RecoveryCodeList.tsx';

type Step =
  | { kind: 'status' }
  | { kind: 'password'; then: PasswordAction }
  | { kind: 'setup'; setup: TotpSetup }
  | { kind: 'codes'; codes: string[] };
type PasswordAction = 'enroll' | 'renew' | 'disable';

const ACTIONS: Readonly<Record<PasswordAction, string>> = {
  enroll: 'Set up an app',
  renew: 'New recovery codes',
  disable: 'Remove the app',
};

/** The authenticator app and recovery codes of the viewer. */
export function SecondFactorSection() {
  const id = useId();
  const { data } = useQuery(SecondFactorDocument, { fetchPolicy: 'cache-and-network' });
  const [step, setStep] = useState<Step>({ kind: 'status' });
  const [value, setValue] = useState('');
  const [pending, setPending] = useState(false);
  const actions = useSecondFactor();
  const status = data?.secondFactor;
  const go = (next: Step) => {
    setValue('');
    setStep(next);
  };
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (pending || value === '') return;
    setPending(true);
    const next = step.kind === 'setup' ? await actions.confirm(value) : step.kind === 'password' ? await actions[step.then](value) : null;
    setPending(false);
    if (next) go(next);
  };
  if (!status) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography id={id} variant="h3">
          Authenticator app
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
          {describeStatus(status)}
        </Typography>
      </Box>
      {step.kind === 'status' && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'end' }}>
          {(status.totp ? (['renew', 'disable'] as const) : status.available ? (['enroll'] as const) : []).map((then) => (
            <Button key={then} variant="outlined" onClick={() => go({ kind: 'password', then })}>
              {ACTIONS[then]}
            </Button>
          ))}
        </Box>
      )}
      {(step.kind === 'password' || step.kind === 'setup') && (
        <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
          {step.kind === 'setup' ? (
            <>
              <AuthenticatorSetup setup={step.setup} />
              <Field label="Code" autoComplete="one-time-code" autoFocus value={value} onChange={(event) => setValue(event.target.value)} />
            </>
          ) : (
            <PasswordField
              label="Current password"
              called="your password"
              autoComplete="current-password"
              autoFocus
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
          <Box sx={{ display: 'flex', gap: 1, justifyContent: 'end' }}>
            <Button variant="outlined" onClick={() => go({ kind: 'status' })}>
              Cancel
            </Button>
            <LoadingButton type="submit" variant="contained" loading={pending}>
              {step.kind === 'setup' ? 'Confirm' : ACTIONS[step.then]}
            </LoadingButton>
          </Box>
        </Box>
      )}
      {step.kind === 'codes' && (
        <>
          <RecoveryCodeList codes={step.codes} />
          <Button variant="contained" sx={{ justifySelf: 'end' }} onClick={() => go({ kind: 'status' })}>
            I have stored them
          </Button>
        </>
      )}
    </Box>
  );
}

type Status = { totp: boolean; recoveryCodesLeft: number; required: boolean; available: boolean };

function describeStatus({ totp, recoveryCodesLeft, required, available }: Status): string {
  if (totp) return `Signing in with your password needs a code of the app. Unused recovery codes: ${recoveryCodesLeft}.`;
  if (!available) return 'Not available on this server.';
  return required ? 'Your role requires one.' : 'A code of an app on your phone, in addition to your password.';
}

const SecondFactorDocument = graphql(`
  query SecondFactor {
    secondFactor {
      totp
      recoveryCodesLeft
      required
      available
    }
  }
`);

const EnrollTotp = graphql(`
  mutation EnrollTotp($currentPassword: String) {
    enrollTotp(currentPassword: $currentPassword) {
      ... on TotpSetup {
        uri
        secret
        qrCode
      }
      ... on Failure {
        message
      }
    }
  }
`);

const ConfirmTotp = graphql(`
  mutation ConfirmTotp($code: String!) {
    confirmTotp(code: $code) {
      ... on RecoveryCodes {
        codes
      }
      ... on Failure {
        message
      }
    }
  }
`);

const RenewRecoveryCodes = graphql(`
  mutation RenewRecoveryCodes($currentPassword: String) {
    renewRecoveryCodes(currentPassword: $currentPassword) {
      ... on RecoveryCodes {
        codes
      }
      ... on Failure {
        message
      }
    }
  }
`);

const DisableTotp = graphql(`
  mutation DisableTotp($password: String!) {
    disableTotp(password: $password) {
      ... on SecondFactor {
        totp
        recoveryCodesLeft
        required
        available
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** The steps of setting up and removing an app; each resolves with what to show next, or null where it failed. */
function useSecondFactor() {
  // Secrets must not enter the cache.
  const options = { fetchPolicy: 'no-cache' as const, refetchQueries: [SecondFactorDocument] };
  const [enroll] = useMutation(EnrollTotp, options);
  const [confirm] = useMutation(ConfirmTotp, options);
  const [renew] = useMutation(RenewRecoveryCodes, options);
  const [disable] = useMutation(DisableTotp, options);
  const codesOf = (answer: { codes: string[] } | null): Step | null => answer && { kind: 'codes', codes: answer.codes };
  return {
    enroll: async (currentPassword: string): Promise<Step | null> => {
      const setup = await runMutation(enroll({ variables: { currentPassword } }), { failed: 'Failed to set up the app' });
      return setup && { kind: 'setup', setup };
    },
    confirm: async (code: string): Promise<Step | null> =>
      codesOf(
        await runMutation(confirm({ variables: { code } }), { done: 'Authenticator app set up', failed: 'Failed to set up the app' }),
      ),
    renew: async (currentPassword: string): Promise<Step | null> =>
      codesOf(await runMutation(renew({ variables: { currentPassword } }), { failed: 'Failed to make recovery codes' })),
    disable: async (password: string): Promise<Step | null> => {
      const removed = await runMutation(disable({ variables: { password } }), {
        done: 'Authenticator app removed',
        failed: 'Failed to remove the app',
      });
      return removed && { kind: 'status' };
    },
  };
}
