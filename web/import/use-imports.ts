import { useQuery } from '@apollo/client/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { ImportNoun } from '#contract/import.ts';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { soon } from '#web/lib/soon.ts';
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
const AGAIN = 1_000;

/** One's latest imports, as they get on; null until they are there. */
export function useImports(noun: ImportNoun) {
  const { data, error, refetch } = useQuery(ImportsDocument, { variables: { noun }, fetchPolicy: 'cache-and-network' });
  const again = () => refetch().catch(() => undefined);
  const askAgain = useEffectEvent(again);
  const refresh = useMemo(() => soon(AGAIN, () => askAgain()), []);
  useEffect(() => refresh.drop, [refresh]);
  useResumableSubscription(ImportsChanged, {
    cursorOf: ({ importsChanged }) => importsChanged.cursor,
    from: data?.importsCursor ?? null,
    // What it selects goes into the cache; only one that is new here must be asked for.
    onChange: ({ importsChanged }) => {
      if (!data?.imports.some(({ id }) => id === importsChanged.import?.id)) refresh.ask();
    },
    onResync: () => void again(),
  });
  return { imports: data?.imports ?? null, error: data ? undefined : error, again: () => void again() };
}
