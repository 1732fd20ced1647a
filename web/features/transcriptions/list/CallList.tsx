import { Button, Paper } from '@mui/material';
import { AudioLines, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Owners } from '#contract/owners.ts';
import { useLiveList } from '#web/apollo/use-live-list.ts';
import { graphql } from '#web/gql/gql.ts';
import type { TranscriptionFilter } from '#web/gql/graphql.ts';
import { Permitted } from '#web/session/session.tsx';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { CardsSkeleton } from '#web/ui/lists/CardsSkeleton.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { CARD_HEIGHT, CARD_WIDTH, CallCard } from './CallCard.tsx';
import { useCallFilter } from './CallFilters.tsx';

const Calls = graphql(`
  query Calls($first: Int, $after: String, $search: String, $searching: Boolean!, $filter: TranscriptionFilter, $owners: Owners) {
    transcriptions(first: $first, after: $after, search: $search, filter: $filter, owners: $owners) {
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

const CallsChanged = graphql(`
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

const CALLS_PAGE = 24;

/** The matching calls, kept up to date by a subscription, which also updates the call open in the drawer. */
function useCalls(search: string, filter: TranscriptionFilter, owners: Owners) {
  const isFiltered = Object.values(filter).some(Boolean);
  const variables = { first: CALLS_PAGE, search: search || null, searching: search !== '', filter: isFiltered ? filter : null, owners };
  return useLiveList({
    query: Calls,
    variables,
    field: 'transcriptions',
    typename: 'Transcription',
    selectConnection: ({ transcriptions }) => transcriptions,
    changes: CallsChanged,
    changeOf: ({ transcriptionsChanged }) => transcriptionsChanged,
    filtered: search !== '' || isFiltered || owners !== 'EVERYONE',
  });
}

type CallListProps = { search: string; owners: Owners; onOpen: (id: string) => void; onAdd: () => void };

/** The calls as cards, newest first; one at a time can be edited. */
export function CallList({ search, owners, onOpen, onAdd }: CallListProps) {
  const { filter } = useCallFilter();
  const { data, searching, error, retry, hasMore, more } = useCalls(search, filter, owners);
  const [editing, setEditing] = useState<string | null>(null);

  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!data) return <CardsSkeleton label="Loading calls" cards={4} width={CARD_WIDTH} height={CARD_HEIGHT} />;
  const calls = data.transcriptions.nodes;
  if (calls.length === 0)
    return <CallListEmptyState isFiltered={search !== '' || filter.type !== null || filter.priority !== null} onAdd={onAdd} />;
  return (
    <>
      <CardGrid label="Calls" width={CARD_WIDTH} fading={searching}>
        {calls.map((call) => (
          <CallCard
            key={call.id}
            call={call}
            matches={call.matches ?? []}
            editing={editing === call.id}
            onEdit={(edit) => setEditing(edit ? call.id : null)}
            onOpen={() => onOpen(call.id)}
          />
        ))}
      </CardGrid>
      <LoadMore hasMore={hasMore} onMore={more} />
    </>
  );
}

/** Shown when there are no calls, or none that match. */
function CallListEmptyState({ isFiltered, onAdd }: { isFiltered: boolean; onAdd: () => void }) {
  return (
    <Paper>
      <EmptyState
        icon={<AudioLines size={18} />}
        title="No transcriptions found"
        hint={
          isFiltered ? 'No transcriptions match your search criteria.' : 'Paste a call transcript to get a summary, sentiment and tags.'
        }
        action={
          <Permitted to="transcription.change">
            <Button variant={isFiltered ? 'outlined' : 'contained'} startIcon={<Plus size={18} aria-hidden />} onClick={onAdd}>
              Add First Transcription
            </Button>
          </Permitted>
        }
      />
    </Paper>
  );
}
