import { useApolloClient } from '@apollo/client/react';
import { useDroppable } from '@dnd-kit/core';
import { Box, Chip, Skeleton, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  memo,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { LeadStage } from '#contract/lead.ts';
import type { Owners } from '#contract/owners.ts';
import { graphql } from '#web/gql/gql.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { appendPage } from './board-cache.ts';
import { CARD_GAP, cardHeight, DraggableLead } from './LeadCard.tsx';

const StageColumn_column = graphql(`
  fragment StageColumn_column on PipelineColumn {
    stage
    label
    count
    value
    leads(first: 40) {
      edges {
        node {
          id
        }
      }
      pageInfo {
        hasNextPage
      }
    }
  }
`);

const MoreLeads = graphql(`
  query MoreLeads($stage: LeadStage!, $owners: Owners, $after: String) {
    pipeline(owners: $owners) {
      columns(stages: [$stage]) {
        leads(first: 100, after: $after) {
          edges {
            node {
              ...BoardLead @unmask
            }
          }
          pageInfo {
            endCursor
            hasNextPage
          }
        }
      }
    }
  }
`);

/**
 * The cached column. `useFragment` renders one task after a cache write; this renders in the same frame, because a dropped
 * card must appear in its new column before the drag overlay disappears.
 */
function useColumn(stage: LeadStage) {
  const client = useApolloClient();
  const column = useMemo(
    () => client.watchFragment({ fragment: StageColumn_column, from: { __typename: 'PipelineColumn', stage } }),
    [client, stage],
  );
  const subscribe = useCallback(
    (render: () => void) => {
      const subscription = column.subscribe(render);
      return () => subscription.unsubscribe();
    },
    [column],
  );
  const { data, complete } = useSyncExternalStore(subscribe, () => column.getCurrentResult());
  return useMemo(() => (complete ? { ...data, ids: [...new Set(data.leads.edges.map(({ node }) => node.id))] } : null), [data, complete]);
}

/** Loads further pages of a column, one request at a time. After the board is reloaded, paging starts again below the first page. */
export function useMoreLeads(stage: LeadStage, owners: Owners, loadCount: number) {
  const client = useApolloClient();
  const page = useRef<{ loadCount: number; after: string | null; loading: boolean }>({ loadCount, after: null, loading: false });
  const [exhaustedAt, setExhaustedAt] = useState<number | null>(null);

  const load = useCallback(async () => {
    if (page.current.loadCount !== loadCount) page.current = { loadCount, after: null, loading: false };
    const current = page.current;
    if (current.loading) return;
    current.loading = true;
    try {
      for (let added = 0, next = true; next && added === 0; ) {
        const { data } = await client.query({
          query: MoreLeads,
          variables: { stage, owners, after: current.after },
          fetchPolicy: 'no-cache',
        });
        const [column] = data?.pipeline.columns ?? [];
        if (!column || page.current !== current) return;
        const { edges, pageInfo } = column.leads;
        const leads = edges.map(({ node }) => node);
        added = client.cache.batch({ update: (cache) => appendPage(cache, stage, leads) });
        current.after = pageInfo.endCursor;
        next = pageInfo.hasNextPage;
        if (!next) setExhaustedAt(loadCount);
      }
    } catch {
      // The next scroll retries; the cards already loaded stay usable.
    } finally {
      current.loading = false;
    }
  }, [client, stage, owners, loadCount]);

  return { load, exhausted: exhaustedAt === loadCount };
}

type StageColumnProps = {
  stage: LeadStage;
  /** Whose leads the board shows. */
  owners: Owners;
  /** How many times the board has been loaded; each load restarts paging. */
  loadCount: number;
  onOpen: (id: string) => void;
};

/** One stage of the pipeline: label, count, total value and cards. */
export const StageColumn = memo(function StageColumn({ stage, owners, loadCount, onOpen }: StageColumnProps) {
  const titleId = useId();
  const column = useColumn(stage);
  const { setNodeRef, isOver } = useDroppable({ id: stage });
  if (!column) return <ColumnSurface stage={stage} />;

  return (
    <ColumnSurface ref={setNodeRef} stage={stage} aria-labelledby={titleId} data-stage={stage} data-over={isOver || undefined}>
      <header>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <span className="dot" />
          <Typography variant="h2" id={titleId} noWrap sx={{ flex: 1, fontSize: 13 }}>
            {column.label}
          </Typography>
          <Chip color={stage} label={column.count.toLocaleString()} />
        </Box>
        <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary', mt: 0.25 }}>
          <MoneyText value={column.value} withoutCents={column.value.endsWith('.00')} />
        </Typography>
      </header>
      {column.leads.edges.length === 0 && column.count === 0 ? (
        <p className="empty">No leads in this stage</p>
      ) : (
        <LeadList
          stage={stage}
          owners={owners}
          loadCount={loadCount}
          ids={column.ids}
          count={column.count}
          paged={column.leads.pageInfo.hasNextPage}
          labelledBy={titleId}
          onOpen={onOpen}
        />
      )}
    </ColumnSurface>
  );
});

/** The next page is requested when this many loaded cards remain below the visible ones. */
const PREFETCH_DISTANCE = 15;
const PLACEHOLDERS = 2;

type LeadListProps = {
  owners: Owners;
  stage: LeadStage;
  loadCount: number;
  ids: readonly string[];
  count: number;
  /** Whether there is more than the first page; `count` alone may be briefly ahead of the loaded cards. */
  paged: boolean;
  labelledBy: string;
  onOpen: (id: string) => void;
};

/** The virtualized cards of a column; further pages load while scrolling. */
function LeadList({ stage, owners, loadCount, ids, count, paged, labelledBy, onOpen }: LeadListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const more = useMoreLeads(stage, owners, loadCount);
  const placeholders = more.exhausted || !paged ? 0 : Math.min(PLACEHOLDERS, Math.max(0, count - ids.length));
  const height = cardHeight(stage);

  const list = useVirtualizer({
    count: ids.length + placeholders,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (index) => ids[index] ?? `placeholder ${index}`,
    gap: CARD_GAP,
    overscan: 4,
    useFlushSync: false,
  });
  useScrollAnchor(scroller, ids, height + CARD_GAP);

  const rows = list.getVirtualItems();
  const nearEnd = placeholders > 0 && (rows.at(-1)?.index ?? 0) >= ids.length - PREFETCH_DISTANCE;
  const { load } = more;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that just arrived may be too short to fill the column
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

/**
 * Scroll anchoring: when cards are added or removed above the visible ones, adjusts the scroll position so that what someone
 * is reading does not move.
 */
function useScrollAnchor(scroller: RefObject<HTMLElement | null>, ids: readonly string[], rowHeight: number): void {
  const previousIds = useRef(ids);
  useLayoutEffect(() => {
    const previous = previousIds.current;
    previousIds.current = ids;
    const element = scroller.current;
    if (!element || previous === ids || element.scrollTop < rowHeight / 2) return;
    const firstVisible = Math.floor(element.scrollTop / rowHeight);
    const anchor = previous.slice(firstVisible).find((id) => ids.includes(id));
    if (anchor === undefined) return;
    const shift = ids.indexOf(anchor) - previous.indexOf(anchor);
    if (shift !== 0) element.scrollTop += shift * rowHeight;
  }, [ids, scroller, rowHeight]);
}

/** The background of a column, tinted by its stage and highlighted while a card is dragged over it. */
export const ColumnSurface = styled('section', { shouldForwardProp: (name) => name !== 'stage' })<{ stage: LeadStage }>(
  ({ theme, stage }) => {
    const stageColor = theme.vars.palette.stage[stage];
    return {
      display: 'flex',
      flexDirection: 'column',
      minWidth: 0,
      minHeight: 600,
      containerType: 'inline-size',
      borderRadius: 12,
      backgroundColor: stageColor.surface,
      scrollSnapAlign: 'start',
      transition: 'box-shadow 120ms ease-out, background-color 120ms ease-out',
      '&[data-over]': {
        boxShadow: `inset 0 0 0 2px ${stageColor.main}`,
        backgroundColor: `color-mix(in srgb, ${stageColor.main} 14%, ${stageColor.surface})`,
      },
      '& header': { padding: '12px 12px 4px' },
      '& .dot': { flex: 'none', width: 8, height: 8, borderRadius: 4, backgroundColor: stageColor.main },
      // In a narrow column the tint identifies the stage, and the text needs the space.
      '@container (max-width: 168px)': { '& .dot': { display: 'none' } },
      '& .MuiSkeleton-root': { backgroundColor: theme.vars.palette.background.paper },
      '& header .MuiSkeleton-root': { backgroundColor: `color-mix(in srgb, ${stageColor.main} 24%, transparent)` },
      '& .empty': { margin: 0, padding: '32px 16px', textAlign: 'center', fontSize: 13, color: theme.vars.palette.text.secondary },
      '& header [class*=MuiBox-root] > span:last-of-type': { backgroundColor: theme.vars.palette.background.paper },
    };
  },
);

/** The scrolling part of a column. The padding on top leaves room for the badge on a card's upper edge. */
const ListSurface = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overflowX: 'hidden',
  overscrollBehaviorY: 'contain',
  containerType: 'inline-size',
  // The scrollbar is as wide as the opposite padding, so cards stay centered with or without it.
  scrollbarGutter: 'stable',
  '&::-webkit-scrollbar': { width: 6 },
  '&::-webkit-scrollbar-thumb': { border: '1px solid transparent', borderRadius: 3, backgroundClip: 'content-box' },
  '&:hover::-webkit-scrollbar-thumb': { backgroundColor: theme.vars.palette.text.disabled },
  '@supports not selector(::-webkit-scrollbar)': { scrollbarWidth: 'thin' },
  padding: '10px 0 8px 6px',
  '& ul': { position: 'relative', margin: 0, padding: 0, listStyle: 'none' },
  '& li': { position: 'absolute', top: 0, left: 0, right: 0 },
  '& [role=button]': {
    borderRadius: 10,
    cursor: 'grab',
    userSelect: 'none',
    WebkitTouchCallout: 'none',
    touchAction: 'manipulation',
  },
}));
