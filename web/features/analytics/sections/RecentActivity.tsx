import { useQuery } from '@apollo/client/react';
import { Box, Link, Skeleton } from '@mui/material';
import { Activity as ActivityIcon, AudioLines, type LucideIcon, ShoppingBag, UserPlus } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';
import { RECENT_QUERY } from '#contract/analytics.ts';
import type { Owners } from '#contract/owners.ts';
import { graphql } from '#web/gql/gql.ts';
import type { RecentActivityQuery } from '#web/gql/graphql.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { callPath, leadPath, orderPath } from '#web/lib/paths.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { QueryButton } from '../query/QueryButton.tsx';

const ICONS = { lead: UserPlus, order: ShoppingBag, call: AudioLines } as const satisfies Record<Activity['kind'], LucideIcon>;

/** Pixels of a row. */
const ROW = 40;

/** Ten entries in one column, or in two of five with the newer ones on the left if it is wide. */
const HALF = 5;
const rows = {
  display: 'grid',
  columnGap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  gridTemplateRows: { lg: `repeat(${HALF}, auto)` },
  gridAutoFlow: { lg: 'column' },
  listStyle: 'none',
  m: 0,
  p: 0,
} as const;

/** The skeleton shown while they load. */
const HEIGHT = { xs: 2 * HALF * ROW, lg: HALF * ROW } as const;

/** The latest activity, independent of the selected range. */
export function RecentActivity({ owners }: { owners: Owners }) {
  const { data, error, refetch } = useQuery(RecentActivityDocument, { variables: { owners }, fetchPolicy: 'cache-and-network' });
  const retry = () => void refetch().catch(() => undefined);
  if (!data && error) return <ErrorPanel error={error} onRetry={retry} />;
  return (
    <Panel flush title="Recent Activity" actions={<QueryButton name="Recent Activity" query={RECENT_QUERY} />}>
      <Box sx={{ px: 2, pb: 2 }}>
        {data ? (
          <ActivityList items={newestOf(data)} />
        ) : (
          <Box sx={{ height: HEIGHT }}>
            <Skeleton height="100%" />
          </Box>
        )}
      </Box>
    </Panel>
  );
}

function ActivityList({ items }: { items: readonly Activity[] }) {
  if (items.length === 0) return <EmptyState icon={<ActivityIcon size={18} />} title="No recent activity to display" />;
  return (
    <Box component="ul" aria-label="Recent Activity" sx={rows}>
      {items.map(({ id, kind, text, at, to }) => (
        <Box
          key={id}
          component="li"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            minHeight: ROW,
            minWidth: 0,
            '& + li': { borderTop: '1px solid', borderColor: 'divider' },
            [`&:nth-of-type(${HALF + 1})`]: { borderTopWidth: { lg: 0 } },
          }}
        >
          <Box component={ICONS[kind]} size={16} aria-hidden sx={{ flexShrink: 0, color: 'text.secondary' }} />
          <Link
            component={RouterLink}
            to={to}
            color="inherit"
            noWrap
            sx={{ flex: 1, minWidth: 0, py: 1, '@media (pointer: coarse)': { py: 1.25 } }}
          >
            {text}
          </Link>
          <Box sx={{ flexShrink: 0, typography: 'body2', color: 'text.secondary' }}>
            <RelativeTime at={at} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** The five latest of each (specification, section 9). */
export const RecentActivityDocument = graphql(`
  query RecentActivity($owners: Owners) {
    leads(first: 5, owners: $owners) {
      nodes {
        id
        name
        createdAt
      }
    }
    orders(first: 5, owners: $owners) {
      nodes {
        id
        orderNumber
        totalPrice
        currency
        createdAt
      }
    }
    transcriptions(first: 5, owners: $owners) {
      nodes {
        id
        createdAt
      }
    }
  }
`);

const SHOWN = 10;

type Activity = { id: string; kind: 'lead' | 'order' | 'call'; text: string; at: string; to: string };

/** The ten newest of them all. */
const newestOf = ({ leads, orders, transcriptions }: RecentActivityQuery): readonly Activity[] =>
  [
    ...leads.nodes.map(({ id, name, createdAt }) => ({
      id,
      kind: 'lead' as const,
      text: `New lead: ${name}`,
      at: createdAt,
      to: leadPath(id),
    })),
    ...orders.nodes.map(({ id, orderNumber, totalPrice, currency, createdAt }) => ({
      id,
      kind: 'order' as const,
      text: `Order ${orderNumber} - ${formatMoney(totalPrice, { currency })}`,
      at: createdAt,
      to: orderPath(id),
    })),
    ...transcriptions.nodes.map(({ id, createdAt }) => ({
      id,
      kind: 'call' as const,
      text: 'Call transcription added',
      at: createdAt,
      to: callPath(id),
    })),
  ]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, SHOWN);
