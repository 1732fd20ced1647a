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

/** At most this often, in milliseconds, the list is asked for again while others import. */
const REFETCH_INTERVAL_MS = 1_000;

/** One's latest imports, as they get on; null until they are there. */
export function useImports(noun: ImportNoun) {
  const { data, error, refetch } = useQuery(ImportsDocument, { variables: { noun }, fetchPolicy: 'cache-and-network' });
  const again = () => refetch().catch(() => undefined);
  const refresh = useThrottled(REFETCH_INTERVAL_MS, again);
  useResumableSubscription(ImportsChanged, {
    cursorOf: ({ importsChanged }) => importsChanged.cursor,
    from: data?.importsCursor ?? null,
    // What it selects goes into the cache; only one that is new here must be asked for.
    onChange: ({ importsChanged }) => {
      if (!data?.imports.some(({ id }) => id === importsChanged.import?.id)) refresh();
    },
    onResync: () => void again(),
  });
  return { imports: data?.imports ?? null, error: data ? undefined : error, again: () => void again() };
}
