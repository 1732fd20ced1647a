import { useApolloClient, useFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { useViewer } from '#web/app/session.tsx';
import { graphql } from '#web/gql/gql.ts';
import type { PipelineChangedSubscription } from '#web/gql/graphql.ts';
import { soon } from '#web/lib/soon.ts';
import { visuallyHidden } from '#web/ui/visually-hidden.ts';
import { applyChanges } from './board-cache.ts';
import { markMover } from './LeadCard.tsx';

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

export type CardChange = {
  kind: 'created' | 'moved' | 'updated' | 'imported';
  actor: { firstName: string; displayName: string } | null;
  lead: { name: string; stage: LeadStage } | null;
};

const DID = { created: 'added', moved: 'moved', updated: 'edited', imported: 'imported' } as const;

/** What a card says for two seconds. */
export const moverLabel = ({ kind, actor }: CardChange): string =>
  `${actor?.firstName || actor?.displayName || 'Callboard'} ${DID[kind]} this`;

function sentence({ kind, actor, lead }: CardChange): string {
  if (kind === 'imported') return `${actor?.displayName ?? 'Callboard'} changed leads by an import.`;
  const what = `${actor?.displayName ?? 'Callboard'} ${DID[kind]} ${lead?.name ?? 'a lead'}`;
  return kind === 'moved' && lead ? `${what} to ${STAGE_LABELS[lead.stage]}.` : `${what}.`;
}

/** What a screen reader says: each of a few changes, or how many there were of a burst. */
export function announcement(news: readonly CardChange[]): string {
  // An import tells of part after part, and is one piece of news.
  const told = news.filter(({ kind }, at) => kind !== 'imported' || news.findIndex((each) => each.kind === kind) === at);
  return told.length > 3 ? `${told.length} changes on the board.` : told.map(sentence).join(' ');
}

/** After each hand-over the screen has this many times as long to itself. */
const BREATHER = 3;

/**
 * Hands things on at once while they come slowly, and together while they come fast: one hand-over per `interval`, or
 * fewer where one takes long, so that a burst leaves most frames to whoever is dragging.
 */
export function batchUpdates<Thing>(interval: number, swallow: (things: Thing[]) => void) {
  let waiting: Thing[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  const flush = () => {
    timer = undefined;
    if (waiting.length === 0) return;
    const things = waiting;
    waiting = [];
    const began = performance.now();
    swallow(things);
    timer = setTimeout(flush, Math.max(interval, BREATHER * (performance.now() - began)));
  };

  return {
    take(thing: Thing) {
      waiting.push(thing);
      if (timer === undefined) flush();
    },
    /** Forgets what is left. */
    drop() {
      clearTimeout(timer);
      timer = undefined;
      waiting = [];
    },
  };
}

const DURATION = 200;
/** More than these in the air is a storm, not something an eye can follow. */
const AT_ONCE = 6;
let inFlight = 0;

const still = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

const cardOf = (board: ParentNode, id: string) => board.querySelector<HTMLElement>(`[data-lead="${CSS.escape(id)}"]`);

type Place = { id: string; rect: DOMRect };

/** Where the cards that are about to move can be seen now. */
function measurePositions(board: ParentNode, ids: readonly string[]): Place[] {
  if (still() || inFlight + ids.length > AT_ONCE) return [];
  return ids.flatMap((id) => {
    const rect = cardOf(board, id)?.getBoundingClientRect();
    return rect ? [{ id, rect }] : [];
  });
}

/** A picture of a card that floats above the columns, which would otherwise cut it off. */
function createGhost(card: HTMLElement, to: DOMRect): HTMLElement {
  const ghost = document.createElement('div');
  ghost.append(card.cloneNode(true));
  ghost.inert = true;
  ghost.ariaHidden = 'true';
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    zIndex: '1000',
    pointerEvents: 'none',
  });
  for (const named of ghost.querySelectorAll('[data-lead], [id]')) {
    named.removeAttribute('data-lead');
    named.removeAttribute('id');
  }
  return ghost;
}

/** Lets each card glide from where it was to where it is now. */
function animateMoves(board: ParentNode, places: readonly Place[]): void {
  for (const { id, rect } of places) {
    const card = cardOf(board, id);
    const to = card?.getBoundingClientRect();
    if (!card || !to || (to.left === rect.left && to.top === rect.top)) continue;
    const ghost = createGhost(card, to);
    document.body.append(ghost);
    inFlight += 1;
    card.animate({ opacity: [0, 0] }, DURATION);
    const flight = ghost.animate(
      { transform: [`translate(${rect.left - to.left}px, ${rect.top - to.top}px)`, 'none'] },
      { duration: DURATION, easing: 'ease-out' },
    );
    flight.finished
      .catch(() => undefined)
      .finally(() => {
        inFlight -= 1;
        ghost.remove();
      });
  }
}
