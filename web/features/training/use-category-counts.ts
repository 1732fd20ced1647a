import { useLiveQuery } from '#web/apollo/use-live-query.ts';
import { graphql } from '#web/gql/gql.ts';

const TrainingCategories = graphql(`
  query TrainingCategories {
    trainingCategories {
      category
      count
    }
    trainingItems(first: 1) {
      eventCursor
    }
  }
`);

const TrainingCounted = graphql(`
  subscription TrainingCounted($after: EventCursor) {
    trainingItemsChanged(after: $after) {
      cursor
    }
  }
`);

/** How many training items there are of each kind, as they are now; undefined while they are counted, and whether they could not be. */
export function useCategoryCounts() {
  const { data, error } = useLiveQuery({
    query: TrainingCategories,
    eventCursorOf: ({ trainingItems }) => trainingItems.eventCursor,
    changes: TrainingCounted,
    cursorOf: ({ trainingItemsChanged }) => trainingItemsChanged.cursor,
  });
  return { counts: data?.trainingCategories, failed: error !== undefined };
}
