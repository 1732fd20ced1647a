import { useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';

/** More than there may be in force at once; of those that expired, the newest. */
const MOST = 100;

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

/** The viewer's tokens, newest first, asked for anew whenever the screen opens: when each was last used changes elsewhere. */
export function useTokens() {
  const { data, error, refetch } = useQuery(ApiTokensDocument, { variables: { first: MOST }, fetchPolicy: 'cache-and-network' });
  return { tokens: data?.apiTokens.nodes, error: data ? undefined : error, retry: () => void refetch() };
}
