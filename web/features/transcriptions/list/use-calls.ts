import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import type { TranscriptionFilter } from '#web/gql/graphql.ts';

export const Calls = graphql(`
  query Calls($first: Int, $after: String, $search: String, $searching: Boolean!, $filter: TranscriptionFilter) {
    transcriptions(first: $first, after: $after, search: $search, filter: $filter) {
      eventCursor
      nodes {
        id
        ...CallCard_call
        matches(search: $search) @include(if: $searching) {
          field
          parts {
            text
            hit
          }
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const CallsChanged = graphql(`
  subscription CallsChanged($after: EventCursor) {
    transcriptionsChanged(after: $after) {
      cursor
      kind
      id
      transcription {
        id
        ...CallCard_call
        ...CallHead_call
        ...CallNotes_call
        ...CallLinks_call
      }
    }
  }
`);

/** How many calls a page holds. */
export const CALLS_PAGE = 24;

/** The calls that match, live; a call that stands open over the list stays true, too. */
export function useCalls(search: string, filter: TranscriptionFilter) {
  const isFiltered = Object.values(filter).some(Boolean);
  const variables = { first: CALLS_PAGE, search: search || null, searching: search !== '', filter: isFiltered ? filter : null };
  return useLiveList({
    query: Calls,
    variables,
    field: 'transcriptions',
    typename: 'Transcription',
    selectConnection: ({ transcriptions }) => transcriptions,
    changes: CallsChanged,
    changeOf: ({ transcriptionsChanged }) => transcriptionsChanged,
    filtered: search !== '' || isFiltered,
  });
}
