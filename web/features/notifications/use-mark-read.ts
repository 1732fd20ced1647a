import type { ApolloCache } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';

const MarkRead = graphql(`
  mutation MarkNotificationsRead($ids: [ID!]) {
    markNotificationsRead(ids: $ids)
  }
`);

/** Marks one that is shown, and answers whether it was unread so far: what came from the server meanwhile counts. */
function wasUnread(cache: ApolloCache, id: string, now: string): boolean {
  let unread = false;
  cache.modify<{ readAt: string | null }>({
    id: cache.identify({ __typename: 'Notification', id }),
    fields: {
      readAt: (at) => {
        unread = at === null;
        return at ?? now;
      },
    },
  });
  return unread;
}

function note(cache: ApolloCache, shown: readonly string[], all: boolean): void {
  const now = new Date().toISOString();
  const read = shown.filter((id) => wasUnread(cache, id, now)).length;
  cache.modify<{ notifications: { unreadCount: number } }>({
    fields: {
      notifications: (known) =>
        'unreadCount' in known ? { ...known, unreadCount: all ? 0 : Math.max(0, known.unreadCount - read) } : known,
    },
  });
}

/** Marks notifications as read; their marks and the count go at once. */
export function useMarkRead() {
  const [mutate] = useMutation(MarkRead);
  const mark = (ids: string[] | null, shown: readonly string[]) =>
    mutate({
      variables: { ids },
      optimisticResponse: { markNotificationsRead: shown.length },
      update: (cache) => note(cache, shown, ids === null),
      // Not being able to note this is nothing the person needs to hear of: what is unread shows again.
    }).catch(() => undefined);
  return {
    one: (id: string) => mark([id], [id]),
    all: (shown: readonly string[]) => mark(null, shown),
  };
}
