import { useApolloClient, useFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Subject } from 'rxjs';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import type { PipelineChangedSubscription } from '#web/gql/graphql.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { useViewer } from '#web/session/session.tsx';
import { visuallyHidden } from '#web/ui/visually-hidden.ts';
import { applyChanges } from '../board-cache.ts';
import { markMover } from '../card/recent-movers.ts';
import { applyInBatches } from './batch-updates.ts';
import { announcement, moverLabel } from './card-change.ts';
import { animateMoves, measurePositions } from './flip-animation.ts';

const PipelineChanges_pipeline = graphql(`
  fragment PipelineChanges_pipeline on Pipeline {
    cursor
  }
`);

const PipelineChanged = graphql(`
  subscription PipelineChanged($after: EventCursor) {
    pipelineChanged(after: $after) {
      cursor
      kind
      from
      actor {
        id
        firstName
        displayName
      }
      columns {
        stage
        count
        value
      }
      lead {
        id
        name
        stage
        ...BoardLead
      }
    }
  }
`);

type Change = PipelineChangedSubscription['pipelineChanged'];

/** Milliseconds of changes that the board applies together. */
const BATCH_INTERVAL_MS = 50;

/** The board is reloaded at most this often while an import adds lead after lead. */
const IMPORT_REFETCH_INTERVAL_MS = 1_000;

type PipelineChangesProps = { board: RefObject<HTMLElement | null>; onReload: () => Promise<void> };

/** The board's only subscription: applies every change to the cache, animates the cards others move, and announces them. */
export function PipelineSubscription({ board, onReload }: PipelineChangesProps) {
  const { cache } = useApolloClient();
  const viewer = useViewer();
  const [announced, setAnnounced] = useState('');
  const { data } = useFragment({ fragment: PipelineChanges_pipeline, from: { __typename: 'Pipeline' } });

  const reload = useThrottled(IMPORT_REFETCH_INTERVAL_MS, onReload);
  const [changes] = useState(() => new Subject<Change>());
  const apply = useEffectEvent((batch: Change[]) => {
    const others = batch.filter(({ actor }) => actor?.id !== viewer.id);
    const moved = batch.flatMap(({ kind, lead }) => (kind === 'moved' && lead ? [lead.id] : []));
    const before = board.current ? measurePositions(board.current, moved) : [];
    for (const change of others) if (change.lead) markMover(change.lead.id, moverLabel(change));
    flushSync(() => {
      cache.batch({ update: (store) => applyChanges(store, batch) });
      if (others.length > 0) setAnnounced(announcement(others));
    });
    if (board.current) animateMoves(board.current, before);
    if (batch.some(({ kind }) => kind === 'imported')) reload();
  });
  // What is not applied yet when it unmounts is sent again: the cursor in the cache has not passed it.
  useEffect(() => {
    const applying = applyInBatches(changes, BATCH_INTERVAL_MS, (batch) => apply(batch));
    return () => applying.unsubscribe();
  }, [changes]);

  useResumableSubscription(PipelineChanged, {
    cursorOf: ({ pipelineChanged }) => pipelineChanged.cursor,
    from: data.cursor ?? null,
    onChange: ({ pipelineChanged }) => changes.next(pipelineChanged),
    onResync: onReload,
  });

  return (
    <Box role="status" sx={visuallyHidden}>
      {announced}
    </Box>
  );
}
