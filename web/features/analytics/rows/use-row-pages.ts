import { NetworkStatus, type OperationVariables, type TypedDocumentNode } from '@apollo/client';
import type { MaybeMasked } from '@apollo/client/masking';
import { useQuery } from '@apollo/client/react';

type PageInfo = { hasNextPage: boolean; endCursor: string | null };

export type RowPages<Data> = {
  data: Data | undefined;
  error: unknown;
  retry: () => void;
  hasMore: boolean;
  loadingMore: boolean;
  more: () => void;
};

/** The rows behind a number, page after page. */
export function useRowPages<Data, Variables extends OperationVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: OperationVariables,
  pageInfoOf: (data: MaybeMasked<Data>) => PageInfo,
): RowPages<MaybeMasked<Data>> {
  const { data, error, networkStatus, refetch, fetchMore } = useQuery<Data, OperationVariables>(query, {
    variables,
    fetchPolicy: 'cache-and-network',
    notifyOnNetworkStatusChange: true,
  });
  const last = data ? pageInfoOf(data) : null;
  return {
    data,
    error: data ? undefined : error,
    retry: () => void refetch().catch(() => undefined),
    hasMore: last?.hasNextPage ?? false,
    loadingMore: networkStatus === NetworkStatus.fetchMore,
    more: () => {
      if (last?.endCursor) fetchMore({ variables: { after: last.endCursor } }).catch(() => undefined);
    },
  };
}
