import { useMutation } from '@apollo/client/react';
import type { ProfileEdit } from '#contract/account.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { useIsShown } from './use-is-shown.ts';

const UpdateProfile = graphql(`
  mutation UpdateProfile($input: ProfileInput!) {
    updateProfile(input: $input) {
      ... on User {
        id
        firstName
        lastName
        displayName
        jobTitle
        email
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes what the viewer says of themselves; the card and the greeting follow by themselves. `onRefused` hears what is wrong with which field. */
export function useUpdateProfile(onRefused: (field: 'email' | 'currentPassword', why: string) => void) {
  const isShown = useIsShown();
  const [mutate] = useMutation(UpdateProfile);
  return (input: ProfileEdit) =>
    runMutation(mutate({ variables: { input } }), {
      done: 'Profile saved',
      failed: 'Failed to save profile',
      onFieldError: (failure) => {
        if (failure.__typename === 'Invalid' || !isShown()) return false;
        onRefused(failure.__typename === 'Conflict' ? 'email' : 'currentPassword', failure.message);
        return true;
      },
    });
}
