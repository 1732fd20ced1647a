import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';

/** Calls a page. */
const PAGE = 20;

const CallsToChoose = graphql(`
  query CallsToChoose($first: Int, $after: String, $filter: TrainingFilter) {
    trainingItems(first: $first, after: $after, filter: $filter) {
      eventCursor
      nodes {
        id
        ...CallChoice_item
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

const CallsToChooseChanged = graphql(`
  subscription CallsToChooseChanged($after: EventCursor) {
    trainingItemsChanged(after: $after) {
      cursor
      kind
      id
      trainingItem {
        id
        ...CallChoice_item
      }
    }
  }
`);

/** The calls that can be reviewed: training items of category transcription, newest first. */
export function useCallsToChoose(search: string) {
  const { data, ...list } = useLiveList({
    query: CallsToChoose,
    variables: { first: PAGE, filter: { category: 'transcription', search: search || null } },
    field: 'trainingItems',
    typename: 'TrainingItem',
    selectConnection: ({ trainingItems }) => trainingItems,
    changes: CallsToChooseChanged,
    changeOf: ({ trainingItemsChanged }) => trainingItemsChanged,
    filtered: true,
  });
  return { calls: data?.trainingItems.nodes, ...list };
}
