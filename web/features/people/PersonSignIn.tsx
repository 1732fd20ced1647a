import { useMutation } from '@apollo/client/react';
import { Alert, Box, Button, Typography } from '@mui/material';
import { useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { exactTime } from '#web/lib/format/time.ts';
import { useViewer } from '#web/session/session.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { copyLink, OneTimeLink } from './OneTimeLink.tsx';
import type { PersonRow } from './people-query.ts';

const CreatePasswordResetLink = graphql(`
  mutation CreatePasswordResetLink($userId: ID!) {
    createPasswordResetLink(userId: $userId) {
      ... on PasswordResetLink {
        path
        expiresAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

const RemoveSecondFactorsOf = graphql(`
  mutation RemoveSecondFactorsOf($id: ID!) {
    removeSecondFactorsOf(id: $id) {
      ... on Person {
        id
        sessions
        lastSeenAt
        hasAuthenticatorApp
        passkeys
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** How somebody signs in, and what an admin does for those who cannot: a link to a new password, and an end to a lost phone. */
export function PersonSignIn({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const { id, user, isActive, hasAuthenticatorApp, passkeys } = person;
  const [removing, setRemoving] = useState(false);
  const [link, setLink] = useState<{ path: string; expiresAt: string } | null>(null);
  const viewer = useViewer();
  // The link must not enter the cache.
  const [create, { loading }] = useMutation(CreatePasswordResetLink, { fetchPolicy: 'no-cache' });
  const [remove] = useMutation(RemoveSecondFactorsOf);
  const url = link && `${window.location.origin}${link.path}`;
  const makeLink = async () => {
    const made = await runMutation(create({ variables: { userId: id } }), { failed: 'Failed to make the link' });
    if (made) setLink(made);
  };
  if (removing)
    return (
      <ConfirmDialog
        title={`Remove the second factors of ${user.displayName}?`}
        action={{ label: 'Remove', pending: 'Removing...' }}
        onConfirm={async () =>
          (await runMutation(remove({ variables: { id } }), {
            done: 'Second factors removed',
            failed: 'Failed to remove the second factors',
          })) !== null
        }
        onClose={() => setRemoving(false)}
      >
        Their authenticator app, recovery codes and passkeys stop working, and they are signed out everywhere. They sign in with the
        password alone, and set up a second factor again if their role requires one. Make sure that it is really them who ask.
      </ConfirmDialog>
    );
  return (
    <FormDialog
      title={link ? 'Password Reset Link' : `How ${user.displayName} signs in`}
      submit={link ? { label: 'Copy Link', pending: 'Copying...' } : { label: 'Make a password reset link', pending: 'Making...' }}
      pending={loading}
      ready={isActive}
      onSubmit={(event) => {
        event.preventDefault();
        void (url ? copyLink(url) : makeLink());
      }}
      onClose={onClose}
    >
      {link && url ? (
        <OneTimeLink link={url}>
          Send it to {user.displayName} now: you won’t be able to see it again. It works once, until {exactTime(link.expiresAt)}, and ends
          all their sessions and API tokens. Earlier links stopped working.
        </OneTimeLink>
      ) : (
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          <Box component="ul" sx={{ m: 0, pl: 2.5, typography: 'body2' }}>
            {waysOf(person).map((way) => (
              <li key={way}>{way}</li>
            ))}
          </Box>
          {person.secondFactorExempt && (
            <Alert severity="warning">
              This is the emergency account: the password alone signs it in, also where its role requires a second factor. The operator
              opened it, and ends it with <code>npm run users -- break-glass-end {user.username}</code>.
            </Alert>
          )}
          {(hasAuthenticatorApp || passkeys > 0) && id !== viewer.id && (
            <Box sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                They lost the phone and the recovery codes?
              </Typography>
              <Button variant="outlined" color="error" onClick={() => setRemoving(true)}>
                Remove second factors
              </Button>
            </Box>
          )}
        </Box>
      )}
    </FormDialog>
  );
}

function waysOf({ user, usesIdentityProvider, hasAuthenticatorApp, passkeys }: PersonRow): string[] {
  return [
    ...(usesIdentityProvider ? ['With the company account'] : []),
    hasAuthenticatorApp
      ? `As ${user.username} with the password and a code of the authenticator app`
      : `As ${user.username} with the password alone`,
    ...(passkeys > 0 ? [passkeys === 1 ? 'With a passkey' : `With one of ${passkeys} passkeys`] : []),
  ];
}
