import { useMutation } from '@apollo/client/react';
import { Stack } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import type { Credentials, Registration } from '#contract/account.ts';
import { greetingName } from '#contract/person.ts';
import { PASSWORD_LENGTH } from '#contract/limits.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { describeError } from '#web/lib/format/describe-error.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { queueToast } from '#web/ui/toasts/toast.ts';

export type LoginMode = 'signIn' | 'register';

const WORDS = {
  signIn: { submit: 'Sign In', pending: 'Signing In...', autoComplete: 'current-password' },
  register: { submit: 'Create Account', pending: 'Creating Account...', autoComplete: 'new-password' },
} as const;

type Typed = { username: string; password: string };

// The rules bring all of zod, and are wanted when the form is sent. Where they do not come, the server's are enough.
const rulesOf =
  (mode: LoginMode): Resolver<Typed> =>
  async (typed, context, options) => {
    const rules = await import('./validation.ts').catch(() => null);
    return rules ? rules.RULES[mode](typed, context, options) : { values: typed, errors: {} };
  };

/** Username, password and the button; the errors stand beside what they are about. */
export function LoginForm({ mode }: { mode: LoginMode }) {
  const words = WORDS[mode];
  const enter = useEnter();
  const [entered, setEntered] = useState(false);
  const { register, handleSubmit, formState } = useForm({
    resolver: rulesOf(mode),
    defaultValues: { username: '', password: '' },
  });
  const pending = formState.isSubmitting || entered;
  const { username, password } = formState.errors;
  const submit = handleSubmit(async (typed) => setEntered(await enter[mode](typed)));
  const send = (event: SubmitEvent) => (pending ? event.preventDefault() : submit(event));

  return (
    <Stack component="form" noValidate onSubmit={send} spacing={2}>
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        error={username?.message}
        {...register('username')}
      />
      <PasswordField
        label="Password"
        autoComplete={words.autoComplete}
        placeholder={`min ${PASSWORD_LENGTH.min} characters`}
        error={password?.message}
        {...register('password')}
      />
      <LoadingButton type="submit" variant="contained" fullWidth loading={pending} sx={{ minHeight: 40 }}>
        {pending ? words.pending : words.submit}
      </LoadingButton>
    </Stack>
  );
}

const SignIn = graphql(`
  mutation SignIn($username: String!, $password: String!) {
    signIn(username: $username, password: $password) {
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

// Someone whose request never arrived has not mistyped anything.
const reason = (otherwise: string) => (thrown: unknown) => (thrown ? describeError(thrown).hint : otherwise);

const reload = () => window.location.reload();

/** Signs in or registers; on success the page reloads and greets the person, and the answer is true. */
function useEnter() {
  const [signIn] = useMutation(SignIn, { fetchPolicy: 'no-cache' });
  const [register] = useMutation(Register, { fetchPolicy: 'no-cache' });

  return {
    async signIn(credentials: Credentials) {
      const session = await runMutation(signIn({ variables: credentials }), {
        failedTitle: 'Login Failed',
        failed: reason('Invalid username or password'),
      });
      if (!session) return false;
      queueToast({ title: 'Login', description: `Welcome back, ${greetingName(session.user)}`, tone: 'success' });
      reload();
      return true;
    },
    async register({ username, password }: Pick<Registration, 'username' | 'password'>) {
      const session = await runMutation(register({ variables: { input: { username, password, firstName: '', lastName: '' } } }), {
        failedTitle: 'Registration Failed',
        failed: reason('Failed to create account'),
      });
      if (!session) return false;
      queueToast({ title: 'Account Created', description: `Welcome, ${greetingName(session.user)}`, tone: 'success' });
      reload();
      return true;
    },
  };
}
