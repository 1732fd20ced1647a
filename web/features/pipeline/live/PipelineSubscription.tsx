import { useApolloClient, useFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import type { PipelineChangedSubscription } from '#web/gql/graphql.ts';
import { soon } from '#web/lib/soon.ts';
import { useViewer } from '#web/session/session.tsx';
import { visuallyHidden } from '#web/ui/visually-hidden.ts';
import { applyChanges } from '../board-cache.ts';
import { markMover } from '../card/recent-movers.ts';
import { batchUpdates } from './batch-updates.ts';
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

/** At most this often the board takes over what came in, however fast it comes. */
const GULP = 50;

/** At most this often the cards are asked for again while an import tells of part after part. */
const AGAIN = 1_000;

type PipelineChangesProps = { board: RefObject<HTMLElement | null>; onReload: () => Promise<void> };

/** The one listener of the board: puts every change into the cache, lets others' cards glide, and tells of them politely. */
export function PipelineSubscription({ board, onReload }: PipelineChangesProps) {
  const { cache } = useApolloClient();
  const viewer = useViewer();
  const [heard, setHeard] = useState('');
  const { data } = useFragment({ fragment: PipelineChanges_pipeline, from: { __typename: 'Pipeline' } });

  const reload = useMemo(() => soon(AGAIN, onReload), [onReload]);
  useEffect(() => reload.drop, [reload]);
  const changes = useMemo(
    () =>
      batchUpdates<Change>(GULP, (gulp) => {
        const others = gulp.filter(({ actor }) => actor?.id !== viewer.id);
        const moved = gulp.flatMap(({ kind, lead }) => (kind === 'moved' && lead ? [lead.id] : []));
        const before = board.current ? measurePositions(board.current, moved) : [];
        for (const change of others) if (change.lead) markMover(change.lead.id, moverLabel(change));
        flushSync(() => {
          cache.batch({ update: (store) => applyChanges(store, gulp) });
          if (others.length > 0) setHeard(announcement(others));
        });
        if (board.current) animateMoves(board.current, before);
        if (gulp.some(({ kind }) => kind === 'imported')) reload.ask();
      }),
    [board, cache, viewer.id, reload],
  );
  // What was not taken over yet is asked for again: the cursor in the cache has not passed it.
  useEffect(() => () => changes.drop(), [changes]);

  useResumableSubscription(PipelineChanged, {
    cursorOf: ({ pipelineChanged }) => pipelineChanged.cursor,
    from: data.cursor ?? null,
    onChange: ({ pipelineChanged }) => changes.take(pipelineChanged),
    onResync: onReload,
  });

  return (
    <Box role="status" sx={visuallyHidden}>
      {heard}
    </Box>
  );
}
