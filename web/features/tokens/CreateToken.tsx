import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { Copy } from 'lucide-react';
import { useId, useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { TOKEN_LIFE_LABELS, TOKEN_LIVES, TOKEN_SCOPE_LABELS, TOKEN_SCOPES, type TokenLife } from '#contract/api-token.ts';
import { ApiTokenForm } from '#contract/api-token-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { PermissionChoices } from './PermissionChoices.tsx';
import { ApiTokensDocument } from './TokenList.tsx';

const LIFETIMES: readonly TokenLife[] = ['30', '90', '365', 'never'];
const scopes = [
  ...TOKEN_SCOPES.map((value) => ({ value, label: TOKEN_SCOPE_LABELS[value] })),
  { value: 'chosen' as const, label: 'Chosen permissions' },
];
const lifetimes = LIFETIMES.map((value) => ({ value, label: TOKEN_LIFE_LABELS[value] }));

/** The form for a new token; then its secret, which is shown only once. */
export function CreateToken({ onClose }: { onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<ApiTokenForm>({
    resolver: zodResolver(ApiTokenForm),
    defaultValues: { name: '', scope: 'read', permissions: [], life: '90', currentPassword: '' },
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
      staysWhilePending
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
        {form.watch('scope') === 'chosen' && (
          <Controller
            control={form.control}
            name="permissions"
            render={({ field }) => (
              <PermissionChoices
                value={field.value}
                error={errors.permissions?.message}
                onChange={(value) =>
                  form.setValue(
                    'permissions',
                    value.map((each) => ({ ...each, actions: [...each.actions] })),
                    { shouldValidate: form.formState.isSubmitted },
                  )
                }
              />
            )}
          />
        )}
        <Controller
          control={form.control}
          name="life"
          render={({ field }) => <SelectField label="Expires" value={field.value} options={lifetimes} onChange={field.onChange} />}
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

const CreateApiToken = graphql(`
  mutation CreateApiToken($input: CreateApiTokenInput!) {
    createApiToken(input: $input) {
      ... on CreatedApiToken {
        secret
        token {
          id
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

const DAY_MS = 86_400_000;

/** Creates a token; returns its secret, or null if it failed. `onWrongPassword` receives the message for the password field. */
function useCreateToken(onWrongPassword: (message: string) => void) {
  // The secret must not enter the cache.
  const [mutate] = useMutation(CreateApiToken, { fetchPolicy: 'no-cache', refetchQueries: [ApiTokensDocument] });
  return async ({ name, scope: chosen, permissions: some, life, currentPassword }: ApiTokenForm): Promise<string | null> => {
    const days = TOKEN_LIVES[life];
    const expiresAt = days === null ? null : new Date(Date.now() + days * DAY_MS).toISOString();
    const permissions = chosen === 'chosen' ? some : null;
    const changes = permissions?.some(({ actions }) => actions.some((action) => action !== 'read' && action !== 'export')) ?? false;
    const scope = chosen !== 'chosen' ? chosen : changes ? 'write' : 'read';
    const created = await runMutation(mutate({ variables: { input: { name, scope, permissions, expiresAt, currentPassword } } }), {
      failed: 'Failed to create API token',
      onFieldError: ({ __typename, message }) => {
        if (__typename !== 'WrongPassword' && __typename !== 'TooManyAttempts') return false;
        onWrongPassword(message);
        return true;
      },
    });
    return created?.secret ?? null;
  };
}

/** A new token's secret with a runnable example. It closes only with its button, since the secret is not shown again. */
function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Your new API token</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ color: 'text.secondary' }}>Copy this token now. You won’t be able to see it again.</Typography>
        <Copyable label="Token" text={secret} done="API token copied" />
        <Copyable label="Try it" text={curlExample(secret, location.origin)} done="Example copied" />
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Copyable({ label, text, done }: { label: string; text: string; done: string }) {
  const id = useId();
  const copy = () =>
    copyText(text).then(
      () => notify({ title: 'Copied', description: done, tone: 'success' }),
      () => notify({ title: 'Error', description: 'Couldn’t copy to the clipboard. Select the text and copy it manually.', tone: 'error' }),
    );
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', mb: 0.5 }}>
        <Typography id={id} component="div" variant="subtitle2">
          {label}
        </Typography>
        <Button size="small" startIcon={<Copy size={14} aria-hidden />} aria-label={`Copy ${label.toLowerCase()}`} onClick={copy}>
          Copy
        </Button>
      </Box>
      <Box
        component="pre"
        aria-labelledby={id}
        sx={(theme) => ({
          m: 0,
          p: 1.5,
          fontSize: 12,
          lineHeight: '18px',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
          userSelect: 'all',
          borderRadius: 1,
          border: `1px solid ${theme.vars.palette.divider}`,
          bgcolor: theme.vars.palette.surface.raised,
        })}
      >
        {text}
      </Box>
    </Box>
  );
}

const QUERY = '{ pipeline { columns { label count value } } }';

/** A runnable command that uses the token. */
const curlExample = (secret: string, origin: string): string =>
  [`curl ${origin}/graphql \\`, `  -H 'Authorization: Bearer ${secret}' \\`, `  --data '${JSON.stringify({ query: QUERY })}'`].join('\n');
