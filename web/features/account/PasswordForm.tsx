import { zodResolver } from '@hookform/resolvers/zod';
import { Checkbox, FormControlLabel } from '@mui/material';
import { Controller, useForm } from 'react-hook-form';
import { PasswordChange } from '#contract/account.ts';
import { PASSWORD_LENGTH } from '#contract/person.ts';
import { useViewer } from '#web/session/session.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { AccountPart } from './AccountPart.tsx';
import { useChangePassword } from './use-change-password.ts';

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
