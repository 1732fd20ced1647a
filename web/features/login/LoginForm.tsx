import { useMutation } from '@apollo/client/react';
import { Box, Button } from '@mui/material';
import { type SubmitEvent, Suspense, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import type { Credentials, Registration } from '#contract/account.ts';
import { PASSWORD_LENGTH } from '#contract/limits.ts';
import { greetingName } from '#contract/person.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { describeError } from '#web/lib/format/describe-error.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import type { TotpSetup } from '#web/ui/second-factor/AuthenticatorSetup.tsx';
import { queueToast } from '#web/ui/toasts/toast.ts';
import { welcomeBack } from './welcome-back.ts';

const SecondStep = lazyWithPreload(() => import('./SecondStep.tsx').then((m) => m.SecondStep));
const RecoveryCodeList = lazyWithPreload(() => import('#web/ui/second-factor/RecoveryCodeList.tsx').then((m) => m.RecoveryCodeList));

export type LoginMode = 'signIn' | 'register';

const LABELS = {
  signIn: { submit: 'Sign In', pending: 'Signing In...', autoComplete: 'current-password' },
  register: { submit: 'Create Account', pending: 'Creating Account...', autoComplete: 'new-password' },
} as const;

type FormValues = { username: string; password: string };

// The schemas pull in zod, so they load on submit. If they fail to load, the server validates.
const lazyResolver =
  (mode: LoginMode): Resolver<FormValues> =>
  async (values, context, options) => {
    const validation = await import('./validation.ts').catch(() => null);
    return validation ? validation.RESOLVERS[mode](values, context, options) : { values, errors: {} };
  };

type LoginFormProps = {
  mode: LoginMode;
  /** Filled in: who was signed in here. */
  username?: string;
  /** Called after the sign-in; without it the page reloads. */
  onSignedIn?: () => void;
};

/** Username and password, with errors at the fields. */
export function LoginForm({ mode, username: known = '', onSignedIn }: LoginFormProps) {
  const labels = LABELS[mode];
  const [step, setStep] = useState<{ credentials: FormValues; setup: TotpSetup | null } | null>(null);
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[] | null>(null);
  const authenticate = useAuthenticate({
    onSignedIn,
    onCodeNeeded: (credentials, setup) => setStep({ credentials, setup }),
    onRecoveryCodes: setRecoveryCodes,
  });
  const [authenticated, setAuthenticated] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: lazyResolver(mode),
    defaultValues: { username: known, password: '' },
  });
  const pending = formState.isSubmitting || authenticated;
  const { username, password } = formState.errors;
  const submit = handleSubmit(async (values) => setAuthenticated(await authenticate[mode](values)));
  const onSubmit = (event: SubmitEvent) => (pending ? event.preventDefault() : submit(event));

  if (recoveryCodes)
    return (
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Suspense>
          <RecoveryCodeList codes={recoveryCodes} />
        </Suspense>
        <Button variant="contained" onClick={onSignedIn ?? reload}>
          I have stored them
        </Button>
      </Box>
    );
  if (step)
    return (
      <Suspense>
        <SecondStep
          setup={step.setup}
          onSubmit={(code) => authenticate.signIn({ ...step.credentials, code })}
          onBack={() => setStep(null)}
        />
      </Suspense>
    );
  return (
    <Box component="form" noValidate onSubmit={onSubmit} sx={{ display: 'grid', gap: 2 }}>
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={known === ''}
        error={username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete={labels.autoComplete}
        placeholder={`min ${PASSWORD_LENGTH.min} characters`}
        autoFocus={known !== ''}
        error={password?.message}
        {...register('password')}
      />
      <LoadingButton type="submit" variant="contained" fullWidth loading={pending} sx={{ minHeight: 40 }}>
        {pending ? labels.pending : labels.submit}
      </LoadingButton>
    </Box>
  );
}

const SignIn = graphql(`
  mutation SignIn($username: String!, $password: String!, $code: String) {
    signIn(username: $username, password: $password, code: $code) {
      ... on Session {
        expiresAt
        recoveryCodes
        user {
          id
          firstName
          username
        }
      }
      ... on SecondFactorSetupRequired {
        setup {
          uri
          secret
          qrCode
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

const Register = graphql(`
  mutation Register($input: RegisterInput!) {
    register(input: $input) {
      ... on Session {
        expiresAt
        user {
          id
          firstName
          username
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

// A failed request must not be reported as wrong credentials.
const failureMessage = (fallback: string) => (error: unknown) => (error ? describeError(error).hint : fallback);

const reload = () => window.location.reload();

type SignInHandlers = {
  onSignedIn?: () => void;
  /** The password was right, and a code is missing; `setup` where there is no authenticator app yet. */
  onCodeNeeded: (credentials: FormValues, setup: TotpSetup | null) => void;
  /** An app was set up by this sign-in: the page reloads once its recovery codes are stored. */
  onRecoveryCodes: (codes: readonly string[]) => void;
};

/** Signs in or registers; on success the page reloads with a welcome toast, or goes on, and the result is true. */
function useAuthenticate({ onSignedIn, onCodeNeeded, onRecoveryCodes }: SignInHandlers) {
  const [signIn] = useMutation(SignIn, { fetchPolicy: 'no-cache' });
  const [register] = useMutation(Register, { fetchPolicy: 'no-cache' });

  return {
    async signIn(credentials: Credentials) {
      const session = await runMutation(signIn({ variables: credentials }), {
        failedTitle: 'Login Failed',
        failed: failureMessage('Invalid username or password'),
        onFieldError: (failure) => {
          const { username, password } = credentials;
          if (failure.__typename === 'SecondFactorSetupRequired') onCodeNeeded({ username, password }, failure.setup);
          else if (failure.__typename === 'SecondFactorRequired') onCodeNeeded({ username, password }, null);
          else return false;
          return true;
        },
      });
      if (!session) return false;
      welcomeBack(greetingName(session.user), onSignedIn !== undefined);
      if (session.recoveryCodes) onRecoveryCodes(session.recoveryCodes);
      else (onSignedIn ?? reload)();
      return true;
    },
    async register({ username, password }: Pick<Registration, 'username' | 'password'>) {
      const session = await runMutation(register({ variables: { input: { username, password, firstName: '', lastName: '' } } }), {
        failedTitle: 'Registration Failed',
        failed: failureMessage('Failed to create account'),
      });
      if (!session) return false;
      queueToast({ title: 'Account Created', description: `Welcome, ${greetingName(session.user)}`, tone: 'success' });
      reload();
      return true;
    },
  };
}
