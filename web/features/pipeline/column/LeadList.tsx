import { Skeleton } from '@mui/material';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import type { LeadStage } from '#contract/lead.ts';
import { CARD_GAP, cardHeight } from '../card/card.styles.ts';
import { DraggableLead } from '../card/DraggableLead.tsx';
import { ListSurface } from './list-surface.ts';
import { useMoreLeads } from './use-column.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';

/** How many cards before the end of the loaded ones the next page is asked for. */
const AHEAD = 15;
const WAITING = 2;

type LeadListProps = {
  stage: LeadStage;
  loads: number;
  ids: readonly string[];
  count: number;
  /** Whether the server had more than the first page: a count that ran ahead of the cards for a moment is no reason to ask. */
  paged: boolean;
  labelledBy: string;
  onOpen: (id: string) => void;
};

/** The cards of a column: only those in sight exist, and further pages arrive as one scrolls towards them. */
export function LeadList({ stage, loads, ids, count, paged, labelledBy, onOpen }: LeadListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const more = useMoreLeads(stage, loads);
  const waiting = more.ended || !paged ? 0 : Math.min(WAITING, Math.max(0, count - ids.length));
  const height = cardHeight(stage);

  const list = useVirtualizer({
    count: ids.length + waiting,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => ids[index] ?? `waiting ${index}`,
    gap: CARD_GAP,
    overscan: 4,
    useFlushSync: false,
  });
  useScrollAnchor(scroller, ids, height + CARD_GAP);

  const rows = list.getVirtualItems();
  const nearEnd = waiting > 0 && (rows.at(-1)?.index ?? 0) >= ids.length - AHEAD;
  const { load } = more;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every page that arrived may still be too short for the column
  useEffect(() => {
    if (nearEnd) load();
  }, [nearEnd, ids.length, load]);

  const tabStop = rows.some(({ key }) => key === focused) ? focused : rows[0]?.key;
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => setFocused(target.dataset.lead ?? null);

  return (
    <ListSurface ref={scroller} data-scroller>
      <ul aria-labelledby={labelledBy} style={{ height: list.getTotalSize() }} onFocus={onFocus}>
        {rows.map(({ key, index, start }) => {
          const id = ids[index];
          return (
            <li key={key} aria-setsize={count} aria-posinset={index + 1} style={{ height, transform: `translateY(${start}px)` }}>
              {id ? (
                <DraggableLead id={id} stage={stage} tabStop={id === tabStop} onOpen={onOpen} />
              ) : (
                <Skeleton variant="rounded" height={height} aria-hidden />
              )}
            </li>
          );
        })}
      </ul>
    </ListSurface>
  );
}
