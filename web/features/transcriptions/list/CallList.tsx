import { useState } from 'react';
import { CardGrid } from '#web/ui/lists/CardGrid.tsx';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { CallCard } from './CallCard.tsx';
import { CallListSkeleton } from './CallListSkeleton.tsx';
import { CARD_WIDTH } from './card-size.ts';
import { NoCalls } from './NoCalls.tsx';
import { useCallFilter } from './use-call-filter.ts';
import { useCalls } from './use-calls.ts';

type CallListProps = { search: string; onOpen: (id: string) => void; onAdd: () => void };

/** The calls as cards, newest first; one of them at a time may be edited. */
export function CallList({ search, onOpen, onAdd }: CallListProps) {
  const { filter } = useCallFilter();
  const { data, searching, error, retry, hasMore, loadingMore, more } = useCalls(search, filter);
  const [editing, setEditing] = useState<string | null>(null);

  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!data) return <CallListSkeleton />;
  const calls = data.transcriptions.nodes;
  if (calls.length === 0) return <NoCalls narrowed={search !== '' || filter.type !== null || filter.priority !== null} onAdd={onAdd} />;
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
      <LoadMore hasMore={hasMore} loading={loadingMore} onMore={more} />
    </>
  );
}
