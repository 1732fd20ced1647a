import { useApolloClient, useFragment } from '@apollo/client/react';
import { Box } from '@mui/material';
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { buffer, filter, type Observable, Subject, type Subscription, throttle, timer } from 'rxjs';
import { type LeadStage, STAGE_LABELS } from '#contract/lead.ts';
import type { Owners } from '#contract/owners.ts';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import type { PipelineChangedSubscription } from '#web/gql/graphql.ts';
import { DURATION_MS, prefersReducedMotion, slide } from '#web/lib/flip-animation.ts';
import { useThrottled } from '#web/lib/use-throttled.ts';
import { useViewer } from '#web/session/session.tsx';
import { visuallyHidden } from '#web/ui/styles.ts';
import { applyChanges } from './board-cache.ts';
import { showRecentChange } from './LeadCard.tsx';

const PipelineSubscription_pipeline = graphql(`
  fragment PipelineSubscription_pipeline on Pipeline {
    cursor
  }
`);

const PipelineChanged = graphql(`
  subscription PipelineChanged($after: EventCursor, $owners: Owners) {
    pipelineChanged(after: $after, owners: $owners) {
      cursor
      kind
      id
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

/** Shortest time between two batches of changes. */
const BATCH_INTERVAL_MS = 50;

/** Shortest time between two reloads while an import runs. */
const RELOAD_INTERVAL_MS = 1_000;

type PipelineSubscriptionProps = { board: RefObject<HTMLElement | null>; owners: Owners; onReload: () => Promise<void> };

/** The board's only subscription: writes every change to the cache, animates other people's moves and announces them. */
export function PipelineSubscription({ board, owners, onReload }: PipelineSubscriptionProps) {
  const { cache } = useApolloClient();
  const viewer = useViewer();
  const [announced, setAnnounced] = useState('');
  const { data } = useFragment({ fragment: PipelineSubscription_pipeline, from: { __typename: 'Pipeline' } });

  const reload = useThrottled(RELOAD_INTERVAL_MS, onReload);
  const [changes] = useState(() => new Subject<Change>());
  const apply = useEffectEvent((batch: Change[]) => {
    const others = batch.filter(({ actor }) => actor?.id !== viewer.id);
    const moved = batch.flatMap(({ kind, lead }) => (kind === 'moved' && lead ? [lead.id] : []));
    const findCard = (id: string) => board.current?.querySelector<HTMLElement>(`[data-lead="${CSS.escape(id)}"]`) ?? null;
    const positions = measurePositions(moved, findCard);
    for (const change of others) if (change.lead) showRecentChange(change.lead.id, recentChangeLabel(change));
    flushSync(() => {
      cache.batch({
        update: (store) => applyChanges(store, batch),
      });
      if (others.length > 0) setAnnounced(announcement(others));
    });
    animateMoves(positions, findCard);
    if (batch.some(({ kind }) => kind === 'imported' || kind === 'entered')) reload();
  });
  // Pending changes may be dropped: the cached cursor has not passed them, so the next subscription replays them.
  useEffect(() => {
    const applying = applyInBatches(changes, BATCH_INTERVAL_MS, (batch) => apply(batch));
    return () => applying.unsubscribe();
  }, [changes]);

  useResumableSubscription(PipelineChanged, {
    variables: { owners },
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

export type CardChange = {
  kind: 'created' | 'entered' | 'moved' | 'updated' | 'removed' | 'imported';
  actor: { firstName: string; displayName: string } | null;
  lead: { name: string; stage: LeadStage } | null;
};

const VERBS = {
  created: 'added',
  entered: 'passed on',
  moved: 'moved',
  updated: 'edited',
  removed: 'passed on',
  imported: 'imported',
} as const;

/** The badge on a changed card: "Maya moved this". */
export const recentChangeLabel = ({ kind, actor }: CardChange): string =>
  `${actor?.firstName || actor?.displayName || 'Callboard'} ${VERBS[kind]} this`;

function describeChange({ kind, actor, lead }: CardChange): string {
  if (kind === 'imported') return `${actor?.displayName ?? 'Callboard'} imported leads.`;
  // A lead that can still be read was lost; one given to somebody else cannot.
  if (kind === 'removed' && lead) return `${actor?.displayName ?? 'Callboard'} closed ${lead.name} as lost.`;
  const change = `${actor?.displayName ?? 'Callboard'} ${VERBS[kind]} ${lead?.name ?? 'a lead'}`;
  return kind === 'moved' && lead ? `${change} to ${STAGE_LABELS[lead.stage]}.` : `${change}.`;
}

/** What a screen reader announces: up to three changes, or how many there were. */
export function announcement(changes: readonly CardChange[]): string {
  // An import sends an event per batch and is announced once.
  const announced = changes.filter(({ kind }, at) => kind !== 'imported' || changes.findIndex((each) => each.kind === kind) === at);
  return announced.length > 3 ? `${announced.length} changes on the board.` : announced.map(describeChange).join(' ');
}

/** After a batch, at least this many times its duration passes before the next one. */
const IDLE_FACTOR = 3;

/**
 * Applies updates immediately while they are rare, and in batches while they are frequent: one batch per `interval`, or fewer
 * when applying one takes long, so that a burst leaves most frames to whoever is dragging.
 */
export function applyInBatches<Update>(updates: Observable<Update>, interval: number, apply: (batch: Update[]) => void): Subscription {
  let idle = interval;
  const ends = updates.pipe(throttle(() => timer(idle), { leading: true, trailing: true }));
  return updates
    .pipe(
      buffer(ends),
      filter((batch) => batch.length > 0),
    )
    .subscribe((batch) => {
      const startedAt = performance.now();
      apply(batch);
      idle = Math.max(interval, IDLE_FACTOR * (performance.now() - startedAt));
    });
}

/** More simultaneous moves than an eye can follow. */
const MAX_MOVES = 6;
let running = 0;

type Find = (id: string) => HTMLElement | null;
type Position = { id: string; rect: DOMRect };

/** A FLIP animation between containers, first step: the positions of the elements that are about to move. */
function measurePositions(ids: readonly string[], find: Find): Position[] {
  if (prefersReducedMotion() || running + ids.length > MAX_MOVES) return [];
  return ids.flatMap((id) => {
    const rect = find(id)?.getBoundingClientRect();
    return rect ? [{ id, rect }] : [];
  });
}

/** A copy of an element above its container, which would otherwise clip it. */
function createFloatingCopy(element: HTMLElement, to: DOMRect): HTMLElement {
  const copy = document.createElement('div');
  copy.append(element.cloneNode(true));
  copy.inert = true;
  copy.ariaHidden = 'true';
  Object.assign(copy.style, {
    position: 'fixed',
    left: `${to.left}px`,
    top: `${to.top}px`,
    width: `${to.width}px`,
    height: `${to.height}px`,
    zIndex: '1000',
    pointerEvents: 'none',
  });
  for (const named of copy.querySelectorAll('[data-lead], [id]')) {
    named.removeAttribute('data-lead');
    named.removeAttribute('id');
  }
  return copy;
}

/** Second step: animates each element from its previous position to the new one. */
function animateMoves(positions: readonly Position[], find: Find): void {
  for (const { id, rect } of positions) {
    const element = find(id);
    const to = element?.getBoundingClientRect();
    if (!element || !to || (to.left === rect.left && to.top === rect.top)) continue;
    const copy = createFloatingCopy(element, to);
    document.body.append(copy);
    running += 1;
    element.animate({ opacity: [0, 0] }, DURATION_MS);
    slide(copy, rect, to)
      .finished.catch(() => undefined)
      .finally(() => {
        running -= 1;
        copy.remove();
      });
  }
}
