import { useMutation } from '@apollo/client/react';
import type { ProfileChanges } from '#contract/account.ts';
import { settle } from '#web/apollo/settle.ts';
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

/** Changes what the viewer says of themselves; the card and the greeting follow by themselves. `onTaken` hears why the address cannot be had. */
export function useUpdateProfile(onTaken: (why: string) => void) {
  const isShown = useIsShown();
  const [mutate] = useMutation(UpdateProfile);
  return (input: ProfileChanges) =>
    settle(mutate({ variables: { input } }), {
      done: 'Profile saved',
      failed: 'Failed to save profile',
      beside: (failure) => {
        if (failure.__typename !== 'Conflict' || !isShown()) return false;
        onTaken(failure.message);
        return true;
      },
    });
}
