import { useMutation } from '@apollo/client/react';
import { Button } from '@mui/material';
import { notifySignedOut } from '#web/apollo/session-signals.ts';
import { graphql } from '#web/gql/gql.ts';
import { notify } from '#web/ui/toasts/toast.ts';

const SignOut = graphql(`
  mutation SignOut {
    signOut
  }
`);

/** Ends the session and clears its data. */
export function Logout() {
  const [signOut, { loading }] = useMutation(SignOut);

  async function leave() {
    const { error } = await signOut().catch((thrown: unknown) => ({ error: thrown }));
    if (error) notify({ title: 'Error', description: 'Failed to log out. Please try again.', tone: 'error' });
    else notifySignedOut();
  }

  return (
    <Button variant="outlined" size="small" onClick={leave} disabled={loading}>
      Logout
    </Button>
  );
}
