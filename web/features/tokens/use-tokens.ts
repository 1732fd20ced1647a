import { useApolloClient, useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import { useWindowFocus } from '#web/lib/use-window-focus.ts';

/** More than there may be in force at once; of those that expired, the newest. */
const variables = { first: 100 };

export const ApiTokensDocument = graphql(`
  query ApiTokens($first: Int) {
    apiTokens(first: $first) {
      nodes {
        id
        ...TokenRow_token
      }
    }
  }
`);

/** The viewer's tokens, newest first, asked for anew whenever the screen opens or is come back to: they are made, used and revoked elsewhere, too. */
export function useTokens() {
  const client = useApolloClient();
  const { data, error, refetch } = useQuery(ApiTokensDocument, { variables, fetchPolicy: 'cache-and-network' });
  // Beside the list's own asking, so that one that fails leaves the list as it is.
  useWindowFocus(() => void client.query({ query: ApiTokensDocument, variables, fetchPolicy: 'network-only' }).catch(() => undefined));
  return { tokens: data?.apiTokens.nodes, error: data ? undefined : error, retry: () => void refetch() };
}
