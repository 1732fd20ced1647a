import { Stack } from '@mui/material';
import { type SubmitEvent, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { PASSWORD_LENGTH } from '#contract/limits.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { useEnter } from './use-enter.ts';

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
    const rules = await import('./rules.ts').catch(() => null);
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
