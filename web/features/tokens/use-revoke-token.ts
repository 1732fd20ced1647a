import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { ApiTokensDocument } from './use-tokens.ts';

const RevokeApiToken = graphql(`
  mutation RevokeApiToken($id: ID!) {
    revokeApiToken(id: $id) {
      ... on ApiToken {
        id
        revokedAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Revokes a token; answers whether that worked. */
export function useRevokeToken() {
  const [mutate] = useMutation(RevokeApiToken, { refetchQueries: [ApiTokensDocument], awaitRefetchQueries: true });
  return async (id: string): Promise<boolean> =>
    (await runMutation(mutate({ variables: { id } }), { done: 'API token revoked', failed: 'Failed to revoke API token' })) !== null;
}
