import type { ApolloCache } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect } from 'react';

/** How many results of one field with different arguments are kept: searches, filters, opened records. */
const MAX_RESULTS = 30;
const TRIM_INTERVAL_MS = 5 * 60_000;

/** `customers({"first":30})` is a result of the field `customers`. */
const fieldOf = (storeName: string): string => /^\w+/.exec(storeName)?.[0] ?? storeName;

/** Drops the oldest results of each query field, and every row that no result has any more. */
export function trimCache(cache: ApolloCache): void {
  const root = Object(cache.extract()).ROOT_QUERY;
  const results = Map.groupBy(Object.keys(root ?? {}), fieldOf);
  const dropped = new Set([...results.values()].flatMap((names) => names.slice(0, -MAX_RESULTS)));
  if (dropped.size > 0)
    cache.modify({ fields: (value, { storeFieldName, DELETE }) => (dropped.has(storeFieldName) ? DELETE : value), broadcast: false });
  cache.gc();
}

/** Keeps the cache of a tab that is open all day small: whenever the screen changes, and every few minutes. */
export function useTrimmedCache(pathname: string): void {
  const { cache } = useApolloClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen leaves results behind
  useEffect(() => {
    trimCache(cache);
    const timer = setInterval(() => trimCache(cache), TRIM_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [cache, pathname]);
}
