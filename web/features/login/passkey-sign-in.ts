import { useMutation } from '@apollo/client/react';
import { greetingName } from '#contract/person.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { notify } from '#web/ui/toasts/toast.ts';
import { welcomeBack } from './welcome-back.ts';

const BeginPasskeySignIn = graphql(`
  mutation BeginPasskeySignIn {
    beginPasskeySignIn {
      ... on PasskeyOptions {
        options
      }
      ... on Failure {
        message
      }
    }
  }
`);

const SignInWithPasskey = graphql(`
  mutation SignInWithPasskey($response: JSON!) {
    signInWithPasskey(response: $response) {
      ... on Session {
        expiresAt
        user {
          id
          firstName
          username
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Signs in with a passkey; on success the page reloads with a welcome toast, or `onSignedIn` goes on, and the result is true. */
export function usePasskeySignIn(onSignedIn?: () => void) {
  const [begin] = useMutation(BeginPasskeySignIn, { fetchPolicy: 'no-cache' });
  const [signIn] = useMutation(SignInWithPasskey, { fetchPolicy: 'no-cache' });
  return async (): Promise<boolean> => {
    const failed = 'The passkey could not be used';
    const begun = await runMutation(begin(), { failedTitle: 'Login Failed', failed });
    if (!begun) return false;
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const response = await startAuthentication({ optionsJSON: Object(begun.options) }).catch(() => null);
    if (!response) {
      notify({ title: 'Login Failed', description: 'No passkey was used.', tone: 'error' });
      return false;
    }
    const session = await runMutation(signIn({ variables: { response } }), { failedTitle: 'Login Failed', failed });
    if (!session) return false;
    welcomeBack(greetingName(session.user), onSignedIn !== undefined);
    if (onSignedIn) onSignedIn();
    else window.location.reload();
    return true;
  };
}
