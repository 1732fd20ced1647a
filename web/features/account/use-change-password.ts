import { useMutation } from '@apollo/client/react';
import type { PasswordChange } from '#contract/account.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { useIsShown } from './use-is-shown.ts';
import { SessionsDocument } from './use-sessions.ts';

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
export function useChangePassword(onRefused: (field: keyof PasswordChange, why: string) => void) {
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
