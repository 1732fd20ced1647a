import { useMutation } from '@apollo/client/react';
import type { Credentials, Registration } from '#contract/account.ts';
import { greetingName } from '#contract/person.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { describeError } from '#web/lib/format/describe-error.ts';
import { queueToast } from '#web/ui/toasts/toast.ts';

const SignIn = graphql(`
  mutation SignIn($username: String!, $password: String!) {
    signIn(username: $username, password: $password) {
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

const Register = graphql(`
  mutation Register($input: RegisterInput!) {
    register(input: $input) {
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

// Someone whose request never arrived has not mistyped anything.
const reason = (otherwise: string) => (thrown: unknown) => (thrown ? describeError(thrown).hint : otherwise);

const reload = () => window.location.reload();

/** Signs in or registers; on success the page reloads and greets the person, and the answer is true. */
export function useEnter() {
  const [signIn] = useMutation(SignIn, { fetchPolicy: 'no-cache' });
  const [register] = useMutation(Register, { fetchPolicy: 'no-cache' });

  return {
    async signIn(credentials: Credentials) {
      const session = await runMutation(signIn({ variables: credentials }), {
        failedTitle: 'Login Failed',
        failed: reason('Invalid username or password'),
      });
      if (!session) return false;
      queueToast({ title: 'Login', description: `Welcome back, ${greetingName(session.user)}`, tone: 'success' });
      reload();
      return true;
    },
    async register({ username, password }: Pick<Registration, 'username' | 'password'>) {
      const session = await runMutation(register({ variables: { input: { username, password, firstName: '', lastName: '' } } }), {
        failedTitle: 'Registration Failed',
        failed: reason('Failed to create account'),
      });
      if (!session) return false;
      queueToast({ title: 'Account Created', description: `Welcome, ${greetingName(session.user)}`, tone: 'success' });
      reload();
      return true;
    },
  };
}
