import { useQuery } from '@apollo/client/react';
import type { ImportNoun } from '#contract/import.ts';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { ImportsChanged } from './use-import.ts';

const ImportsDocument = graphql(`
  query Imports($noun: ImportNoun!) {
    importsCursor
    imports(noun: $noun, mine: true) {
      id
      fileName
      createdAt
      total
      state
      isAtWork
      done
      created
      updated
      undone
      kept
    }
  }
`);

/** The list is refetched at most this often, in milliseconds. */
const REFETCH_INTERVAL_MS = 1_000;

/** The viewer's latest imports, updated live; null while loading. */
export function useImports(entity: ImportNoun) {
  const { data, error, refetch } = useQuery(ImportsDocument, { variables: { noun: entity }, fetchPolicy: 'cache-and-network' });
  const refetchQuietly = () => refetch().catch(() => undefined);
  const refresh = useThrottled(REFETCH_INTERVAL_MS, refetchQuietly);
  useResumableSubscription(ImportsChanged, {
    cursorOf: ({ importsChanged }) => importsChanged.cursor,
    from: data?.importsCursor ?? null,
    // A known import is updated in the cache by the event itself.
    onChange: ({ importsChanged }) => {
      if (!data?.imports.some(({ id }) => id === importsChanged.import?.id)) refresh();
    },
    onResync: () => void refetchQuietly(),
  });
  return { imports: data?.imports ?? null, error: data ? undefined : error, retry: () => void refetchQuietly() };
}
