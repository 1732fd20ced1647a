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
import { AccountPart, useIsShown } from './AccountForm.tsx';
import { SessionsDocument } from './SessionList.tsx';

const NOTHING: PasswordChange = { current: '', new: '', revokeTokens: false };

/** The password one has, and the one to have. */
export function PasswordForm() {
  const { username } = useViewer();
  const { control, register, handleSubmit, formState, reset, setError } = useForm({
    resolver: zodResolver(PasswordChange),
    defaultValues: NOTHING,
  });
  const change = useChangePassword((field, message) => setError(field, { message }, { shouldFocus: true }));
  const submit = handleSubmit(async (typed) => {
    if (await change(typed)) reset(NOTHING);
  });
  const field = (name: 'current' | 'new') => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, error: formState.errors[name]?.message, required: true };
  };
  return (
    <AccountPart
      title="Password"
      hint="Changing it signs you out on your other devices. Your API tokens stay unless you revoke them."
      submit={{ label: 'Change Password', pending: 'Changing...' }}
      pending={formState.isSubmitting}
      onSubmit={submit}
    >
      {/* So that password managers know whose password it is. */}
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
        label="Revoke my API tokens, too"
      />
    </AccountPart>
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

/** Changes the password; answers whether that worked. `onRefused` hears what is wrong with which of the two. */
function useChangePassword(onRefused: (field: keyof PasswordChange, why: string) => void) {
  const isShown = useIsShown();
  // Passwords are for the server, not for the cache.
  const [mutate] = useMutation(ChangePassword, { fetchPolicy: 'no-cache', refetchQueries: [SessionsDocument] });
  return async (typed: PasswordChange): Promise<boolean> => {
    const changed = await runMutation(mutate({ variables: typed }), {
      done: 'Password changed',
      failed: 'Failed to change password',
      onFieldError: ({ __typename, message }) => {
        if (!isShown()) return false;
        onRefused(__typename === 'Invalid' ? 'new' : 'current', message);
        return true;
      },
    });
    return changed !== null;
  };
}
