import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Checkbox, FormControlLabel } from '@mui/material';
import { Controller, useForm } from 'react-hook-form';
import { PasswordChange } from '#contract/account.ts';
import { PASSWORD_LENGTH } from '#contract/limits.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { useViewer } from '#web/session/session.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { AccountForm, useIsMounted } from './AccountForm.tsx';
import { SessionsDocument } from './SessionList.tsx';

const EMPTY: PasswordChange = { current: '', new: '', revokeTokens: false };

/** The form that changes the password. */
export function PasswordForm() {
  const { username } = useViewer();
  const { control, register, handleSubmit, formState, reset, setError } = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: EMPTY,
  });
  const change = useChangePassword((field, message) => setError(field, { message }, { shouldFocus: true }));
  const submit = handleSubmit(async (values) => {
    if (await change(values)) reset(EMPTY);
  });
  const field = (name: 'current' | 'new') => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, error: formState.errors[name]?.message, required: true };
  };
  return (
    <AccountForm
      title="Password"
      hint="Changing your password signs you out on your other devices. Your API tokens keep working unless you revoke them."
      submit={{ label: 'Change Password', pending: 'Changing...' }}
      pending={formState.isSubmitting}
      onSubmit={submit}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input hidden readOnly name="username" autoComplete="username" value={username} />
      <PasswordField label="Current password" called="current password" autoComplete="current-password" {...field('current')} />
      <PasswordField
        label="New password"
        called="new password"
        autoComplete="new-password"
        placeholder={`min ${PASSWORD_LENGTH.min} characters`}
        {...field('new')}
      />
      <FormControlLabel
        control={
          <Controller
            control={control}
            name="revokeTokens"
            render={({ field: { value, ...box } }) => <Checkbox {...box} checked={value ?? false} />}
          />
        }
        label="Also revoke my API tokens"
      />
    </AccountForm>
  );
}

const ChangePassword = graphql(`
  mutation ChangePassword($current: String!, $new: String!, $revokeTokens: Boolean) {
    changePassword(current: $current, new: $new, revokeTokens: $revokeTokens) {
      ... on Session {
        expiresAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes the password; returns whether it succeeded. `setFieldError` receives errors for one of the fields. */
function useChangePassword(setFieldError: (field: keyof PasswordChange, message: string) => void) {
  const isMounted = useIsMounted();
  // Passwords must not enter the cache.
  const [mutate] = useMutation(ChangePassword, { fetchPolicy: 'no-cache', refetchQueries: [SessionsDocument] });
  return async (input: PasswordChange): Promise<boolean> => {
    const changed = await runMutation(mutate({ variables: input }), {
      done: 'Password changed',
      failed: 'Failed to change password',
      onFieldError: ({ __typename, message }) => {
        if (!isMounted()) return false;
        setFieldError(__typename === 'Invalid' ? 'new' : 'current', message);
        return true;
      },
    });
    return changed !== null;
  };
}
