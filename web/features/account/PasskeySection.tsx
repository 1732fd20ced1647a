import { useMutation, useQuery } from '@apollo/client/react';
import { Box, Button, Typography } from '@mui/material';
import { type SubmitEvent, useId, useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PasswordField } from '#web/ui/fields/PasswordField.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

/** The viewer's passkeys, with a form for another one. */
export function PasskeySection() {
  const id = useId();
  const { passkeys, add, remove } = usePasskeys();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [pending, setPending] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (pending || name.trim() === '') return;
    setPending(true);
    const added = await add(name, password);
    setPending(false);
    if (!added) return;
    setName('');
    setPassword('');
    setOpen(false);
  };
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 2 }}>
      <Box>
        <Typography id={id} variant="h3">
          Passkeys
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
          Sign in with your fingerprint, face or device PIN instead of your password.
        </Typography>
      </Box>
      {passkeys.length > 0 && (
        <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
          {passkeys.map((passkey) => (
            <Box key={passkey.id} component="li" aria-label={passkey.name} sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{passkey.name}</Typography>
                <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                  Made <RelativeTime at={passkey.createdAt} />
                </Typography>
              </Box>
              <Button
                size="small"
                variant="outlined"
                aria-label={`Remove passkey: ${passkey.name}`}
                onClick={() => void remove(passkey.id)}
              >
                Remove
              </Button>
            </Box>
          ))}
        </Box>
      )}
      {!isOpen && 'PublicKeyCredential' in window && (
        <Button variant="outlined" sx={{ justifySelf: 'end' }} onClick={() => setOpen(true)}>
          Add a passkey
        </Button>
      )}
      {isOpen && (
        <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
          <Field label="Passkey name" placeholder="Laptop" autoFocus value={name} onChange={(event) => setName(event.target.value)} />
          <PasswordField
            label="Current password"
            called="your password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Box sx={{ display: 'flex', gap: 1, justifyContent: 'end' }}>
            <Button variant="outlined" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <LoadingButton type="submit" variant="contained" loading={pending}>
              Create passkey
            </LoadingButton>
          </Box>
        </Box>
      )}
    </Box>
  );
}

const PasskeysDocument = graphql(`
  query Passkeys {
    passkeys {
      id
      name
      createdAt
    }
  }
`);

const BeginPasskeyRegistration = graphql(`
  mutation BeginPasskeyRegistration($currentPassword: String) {
    beginPasskeyRegistration(currentPassword: $currentPassword) {
      ... on PasskeyOptions {
        options
      }
      ... on Failure {
        message
      }
    }
  }
`);

const RegisterPasskey = graphql(`
  mutation RegisterPasskey($name: String!, $response: JSON!) {
    registerPasskey(name: $name, response: $response) {
      ... on Passkey {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

const RemovePasskey = graphql(`
  mutation RemovePasskey($id: ID!) {
    removePasskey(id: $id) {
      ... on Passkey {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

function usePasskeys() {
  const { data } = useQuery(PasskeysDocument, { fetchPolicy: 'cache-and-network' });
  const refetchOptions = { refetchQueries: [PasskeysDocument], awaitRefetchQueries: true };
  const [begin] = useMutation(BeginPasskeyRegistration, { fetchPolicy: 'no-cache' });
  const [register] = useMutation(RegisterPasskey, refetchOptions);
  const [remove] = useMutation(RemovePasskey, refetchOptions);
  const failed = 'The passkey was not added';
  return {
    passkeys: data?.passkeys ?? [],
    /** Has the browser make a passkey and stores it; returns whether that worked. */
    add: async (name: string, currentPassword: string): Promise<boolean> => {
      const begun = await runMutation(begin({ variables: { currentPassword } }), { failed });
      if (!begun) return false;
      const { startRegistration } = await import('@simplewebauthn/browser');
      const response = await startRegistration({ optionsJSON: Object(begun.options) }).catch(() => null);
      if (!response) {
        notify({ title: 'Error', description: 'No passkey was made.', tone: 'error' });
        return false;
      }
      return (await runMutation(register({ variables: { name, response } }), { done: 'Passkey added', failed })) !== null;
    },
    remove: (id: string) => runMutation(remove({ variables: { id } }), { done: 'Passkey removed', failed: 'Failed to remove the passkey' }),
  };
}
