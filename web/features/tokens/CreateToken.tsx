import { zodResolver } from '@hookform/resolvers/zod';
import { Box } from '@mui/material';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { TOKEN_LIFE_LABELS, TOKEN_SCOPE_LABELS, TOKEN_SCOPES, type TokenLife } from '#contract/api-token.ts';
import { ApiTokenForm } from '#contract/api-token-input.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { NewSecret } from './NewSecret.tsx';
import { useCreateToken } from './use-create-token.ts';

const LIVES: readonly TokenLife[] = ['30', '90', '365', 'never'];
const scopes = TOKEN_SCOPES.map((value) => ({ value, label: TOKEN_SCOPE_LABELS[value] }));
const lives = LIVES.map((value) => ({ value, label: TOKEN_LIFE_LABELS[value] }));

/** Asks what the token is for, then shows its secret, this once. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<ApiTokenForm>({
    resolver: zodResolver(ApiTokenForm),
    defaultValues: { name: '', scope: 'read', life: '90', currentPassword: '' },
  });
  const create = useCreateToken((message) => form.setError('currentPassword', { message }, { shouldFocus: true }));
  const { isSubmitting, errors } = form.formState;
  const submit = form.handleSubmit(async (values) => setSecret(await create(values)));
  if (secret) return <NewSecret secret={secret} onClose={onClose} />;
  return (
    <FormDialog
      title="Create API Token"
      submit={{ label: 'Create Token', pending: 'Creating...' }}
      pending={isSubmitting}
      ready={form.watch('name').trim() !== '' && form.watch('currentPassword') !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
        <Field
          label="Name"
          {...form.register('name')}
          error={errors.name?.message}
          placeholder="Nightly report"
          autoComplete="off"
          required
          autoFocus
        />
        <Controller
          control={form.control}
          name="scope"
          render={({ field }) => <SelectField label="Scope" value={field.value} options={scopes} onChange={field.onChange} />}
        />
        <Controller
          control={form.control}
          name="life"
          render={({ field }) => <SelectField label="Expires" value={field.value} options={lives} onChange={field.onChange} />}
        />
        <PasswordField
          label="Your password"
          autoComplete="current-password"
          {...form.register('currentPassword')}
          error={errors.currentPassword?.message}
          required
        />
      </Box>
    </FormDialog>
  );
}
