import { useApolloClient } from '@apollo/client/react';
import { useDroppable } from '@dnd-kit/core';
import { Box, Skeleton, Typography } from '@mui/material';
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
import { graphql } from '#web/gql/gql.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { appendPage } from './board-cache.ts';
import { CARD_GAP, cardHeight, DraggableLead } from './LeadCard.tsx';

const StageColumn_column = graphql(`
  fragment StageColumn_column on PipelineColumn {
    stage
    label
    count
    value
    leads(first: 50) {
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
  query MoreLeads($stage: LeadStage!, $after: String) {
    pipeline {
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
 * A column as the cache has it. Unlike `useFragment`, which renders one task later, this renders in the same frame as
 * the write: a dropped card must be in its new column before the one under the pointer is gone.
 */
function useColumn(stage: LeadStage) {
  const client = useApolloClient();
  const column = useMemo(
    () => client.watchFragment({ fragment: StageColumn_column, from: { __typename: 'PipelineColumn', stage } }),
    [client, stage],
  );
  const subscribe = useCallback(
    (render: () => void) => {
      const watching = column.subscribe(render);
      return () => watching.unsubscribe();
    },
    [column],
  );
  const { data, complete } = useSyncExternalStore(subscribe, () => column.getCurrentResult());
  return useMemo(() => (complete ? { ...data, ids: [...new Set(data.leads.edges.map(({ node }) => node.id))] } : null), [data, complete]);
}

/** Loads the next cards of a column into it; one page at a time, however often it is asked. A new load of the board begins below its first page again. */
export function useMoreLeads(stage: LeadStage, loads: number) {
  const client = useApolloClient();
  const page = useRef<{ loads: number; after: string | null; loading: boolean }>({ loads, after: null, loading: false });
  const [endedAt, setEndedAt] = useState<number | null>(null);

  const load = useCallback(async () => {
    if (page.current.loads !== loads) page.current = { loads, after: null, loading: false };
    const here = page.current;
    if (here.loading) return;
    here.loading = true;
    try {
      for (let added = 0, next = true; next && added === 0; ) {
        const { data } = await client.query({ query: MoreLeads, variables: { stage, after: here.after }, fetchPolicy: 'no-cache' });
        const [column] = data?.pipeline.columns ?? [];
        if (!column || page.current !== here) return;
        const { edges, pageInfo } = column.leads;
        const leads = edges.map(({ node }) => node);
        added = client.cache.batch({ update: (cache) => appendPage(cache, stage, leads) });
        here.after = pageInfo.endCursor;
        next = pageInfo.hasNextPage;
        if (!next) setEndedAt(loads);
      }
    } catch {
      // The next scroll asks again; what is on the board stays usable.
    } finally {
      here.loading = false;
    }
  }, [client, stage, loads]);

  return { load, ended: endedAt === loads };
}

type StageColumnProps = {
  stage: LeadStage;
  /** How often the board was asked for: each time its columns begin anew. */
  loads: number;
  onOpen: (id: string) => void;
};

/** One stage of the pipeline: its name, how many leads stand there, what they are worth, and their cards. */
export const StageColumn = memo(function StageColumn({ stage, loads, onOpen }: StageColumnProps) {
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
          <Badge stage={stage}>{column.count.toLocaleString()}</Badge>
        </Box>
        <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary', mt: 0.25 }}>
          <MoneyText value={column.value} whole={column.value.endsWith('.00')} />
        </Typography>
      </header>
      {column.leads.edges.length === 0 && column.count === 0 ? (
        <p className="empty">No leads in this stage</p>
      ) : (
        <LeadList
          stage={stage}
          loads={loads}
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
function LeadList({ stage, loads, ids, count, paged, labelledBy, onOpen }: LeadListProps) {
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

/**
 * Keeps what someone is reading in its place: a card that arrives on top of a list that is scrolled down, or leaves from
 * above, would otherwise push everything under the eye.
 */
function useScrollAnchor(scroller: RefObject<HTMLElement | null>, ids: readonly string[], step: number): void {
  const before = useRef(ids);
  useLayoutEffect(() => {
    const was = before.current;
    before.current = ids;
    const element = scroller.current;
    if (!element || was === ids || element.scrollTop < step / 2) return;
    const inSight = Math.floor(element.scrollTop / step);
    const anchor = was.slice(inSight).find((id) => ids.includes(id));
    if (anchor === undefined) return;
    const shift = ids.indexOf(anchor) - was.indexOf(anchor);
    if (shift !== 0) element.scrollTop += shift * step;
  }, [ids, scroller, step]);
}

/** The ground of a column, tinted by its stage; it lights up while a card hangs over it. */
export const ColumnSurface = styled('section', { shouldForwardProp: (name) => name !== 'stage' })<{ stage: LeadStage }>(
  ({ theme, stage }) => {
    const hue = theme.vars.palette.stage[stage];
    return {
      display: 'flex',
      flexDirection: 'column',
      minWidth: 0,
      minHeight: 600,
      containerType: 'inline-size',
      borderRadius: 12,
      backgroundColor: hue.surface,
      scrollSnapAlign: 'start',
      transition: 'box-shadow 120ms ease-out, background-color 120ms ease-out',
      '&[data-over]': {
        boxShadow: `inset 0 0 0 2px ${hue.main}`,
        backgroundColor: `color-mix(in srgb, ${hue.main} 14%, ${hue.surface})`,
      },
      '& header': { padding: '12px 12px 4px' },
      '& .dot': { flex: 'none', width: 8, height: 8, borderRadius: 4, backgroundColor: hue.main },
      // Six columns on a small window: the ground tells the stage, the words need the room.
      '@container (max-width: 168px)': { '& .dot': { display: 'none' } },
      '& .MuiSkeleton-root': { backgroundColor: theme.vars.palette.background.paper },
      '& header .MuiSkeleton-root': { backgroundColor: `color-mix(in srgb, ${hue.main} 24%, transparent)` },
      '& .empty': { margin: 0, padding: '32px 16px', textAlign: 'center', fontSize: 13, color: theme.vars.palette.text.secondary },
      '& header [class*=MuiBox-root] > span:last-of-type': { backgroundColor: theme.vars.palette.background.paper },
    };
  },
);

/** The part of a column that scrolls. The room on top is for the name a card wears on its edge. */
const ListSurface = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overflowX: 'hidden',
  overscrollBehaviorY: 'contain',
  containerType: 'inline-size',
  // The bar is as wide as the margin on the other side, so cards stand in the middle with or without it.
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
