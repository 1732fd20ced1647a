import type { ApolloClient } from '@apollo/client';

/** Asks again what failed. A failed answer stays in the client's memory, so showing the screen anew would not do. */
export const refetchFailedQueries = (client: ApolloClient) =>
  Promise.allSettled([...client.getObservableQueries()].filter((query) => query.getCurrentResult().error).map((query) => query.refetch()));
