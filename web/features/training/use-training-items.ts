import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import type { TrainingCategory, TrainingItemsQuery } from '#web/gql/graphql.ts';

/** Items a page. */
const PAGE = 30;

const TrainingItems = graphql(`
  query TrainingItems($first: Int, $after: String, $filter: TrainingFilter) {
    trainingItems(first: $first, after: $after, filter: $filter) {
      eventCursor
      nodes {
        id
        ...TrainingCard_item
        ...EditTraining_item
        ...DeleteTraining_item
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const TrainingItemsChanged = graphql(`
  subscription TrainingItemsChanged($after: EventCursor) {
    trainingItemsChanged(after: $after) {
      cursor
      kind
      id
      trainingItem {
        id
        ...TrainingCard_item
        ...EditTraining_item
        ...DeleteTraining_item
      }
    }
  }
`);

/** An item of the list; each part of the screen reads its own fields of it. */
export type ListedItem = TrainingItemsQuery['trainingItems']['nodes'][number];

/** The training items of a category that have some words, newest first, as they are now. */
export function useTrainingItems(category: TrainingCategory | null, search: string) {
  const { data, ...list } = useLiveList({
    query: TrainingItems,
    variables: { first: PAGE, filter: { category, search: search || null } },
    field: 'trainingItems',
    typename: 'TrainingItem',
    selectConnection: ({ trainingItems }) => trainingItems,
    changes: TrainingItemsChanged,
    changeOf: ({ trainingItemsChanged }) => trainingItemsChanged,
    filtered: search !== '' || category !== null,
  });
  return { items: data?.trainingItems.nodes, ...list };
}
