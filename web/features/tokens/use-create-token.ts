import { useMutation } from '@apollo/client/react';
import { TOKEN_LIVES } from '#contract/api-token.ts';
import type { ApiTokenForm } from '#contract/api-token-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { ApiTokensDocument } from './use-tokens.ts';

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

const DAY = 86_400_000;

/** Makes a token; answers its secret, which is told this once, or null where it failed. `onWrongPassword` hears why the password was refused. */
export function useCreateToken(onWrongPassword: (why: string) => void) {
  // The secret is for the dialog that asked, not for the cache.
  const [mutate] = useMutation(CreateApiToken, { fetchPolicy: 'no-cache', refetchQueries: [ApiTokensDocument] });
  return async ({ name, scope, life, currentPassword }: ApiTokenForm): Promise<string | null> => {
    const days = TOKEN_LIVES[life];
    const expiresAt = days === null ? null : new Date(Date.now() + days * DAY).toISOString();
    const made = await runMutation(mutate({ variables: { input: { name, scope, expiresAt, currentPassword } } }), {
      failed: 'Failed to create API token',
      onFieldError: ({ __typename, message }) => {
        if (__typename !== 'WrongPassword' && __typename !== 'TooManyAttempts') return false;
        onWrongPassword(message);
        return true;
      },
    });
    return made?.secret ?? null;
  };
}
