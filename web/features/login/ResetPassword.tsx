import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box } from '@mui/material';
import { useForm } from 'react-hook-form';
import { PasswordReset } from '#contract/account.ts';
import { PASSWORD_LENGTH } from '#contract/limits.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { queueToast } from '#web/ui/toasts/toast.ts';

const ResetPasswordDocument = graphql(`
  mutation ResetPassword($token: String!, $password: String!) {
    resetPassword(token: $token, password: $password) {
      ... on ReplacedPassword {
        data
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** The form behind the link of a mail or an admin: a new password. */
export function ResetPassword({ token }: { token: string }) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver: zodResolver(PasswordReset),
    defaultValues: { token, password: '' },
  });
  // Passwords must not enter the cache.
  const [reset] = useMutation(ResetPasswordDocument, { fetchPolicy: 'no-cache' });
  const submit = handleSubmit(async (variables) => {
    const done = await runMutation(reset({ variables }), {
      failed: 'Failed to change password',
      onFieldError: ({ message }) => {
        setError('password', { message }, { shouldFocus: true });
        return true;
      },
    });
    if (!done) return;
    queueToast({ title: 'Password changed', description: 'Sign in with your new password.', tone: 'success' });
    window.location.assign('/');
  });
  const { ref, ...input } = register('password');
  return (
    <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
      <PasswordField
        label="New password"
        called="new password"
        autoComplete="new-password"
        placeholder={`min ${PASSWORD_LENGTH.min} characters`}
        {...input}
        inputRef={ref}
        error={formState.errors.password?.message}
      />
      <LoadingButton type="submit" variant="contained" fullWidth loading={formState.isSubmitting} sx={{ minHeight: 40 }}>
        {formState.isSubmitting ? 'Changing...' : 'Change Password'}
      </LoadingButton>
    </Box>
  );
}
