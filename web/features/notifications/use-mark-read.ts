import { useMutation } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';

const MarkRead = graphql(`
  mutation MarkNotificationsRead($ids: [ID!]) {
    markNotificationsRead(ids: $ids)
  }
`);

/** Marks notifications as read; the unread count follows at once. */
export function useMarkRead() {
  const [mutate] = useMutation(MarkRead, {
    update(cache, { data }) {
      const read = data?.markNotificationsRead ?? 0;
      cache.modify<{ notifications: { unreadCount: number } }>({
        fields: {
          notifications: (known) => ('unreadCount' in known ? { ...known, unreadCount: Math.max(0, known.unreadCount - read) } : known),
        },
      });
    },
  });
  // Not being able to note this is nothing the person needs to hear of.
  return (ids: string[]) =>
    mutate({ variables: { ids }, optimisticResponse: { markNotificationsRead: ids.length } }).catch(() => undefined);
}
