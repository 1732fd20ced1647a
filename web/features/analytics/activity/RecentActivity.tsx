import { useQuery } from '@apollo/client/react';
import { Box, Link } from '@mui/material';
import { Activity as ActivityIcon, AudioLines, type LucideIcon, ShoppingBag, UserPlus } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { RECENT_QUERY } from '#contract/analytics-queries.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/ErrorPanel.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';
import { QueryButton } from '../cards/QueryButton.tsx';
import { type Activity, newestOf, RecentActivityDocument } from './recent-activity.ts';

const ICONS = { lead: UserPlus, order: ShoppingBag, call: AudioLines } as const satisfies Record<Activity['kind'], LucideIcon>;

/** Pixels of a row, and of ten: the place that is kept while they load. */
const ROW = 40;
const HEIGHT = 10 * ROW;

/** What came in last, whatever range the numbers are of. */
export function RecentActivity() {
  const { data, error, refetch } = useQuery(RecentActivityDocument, { fetchPolicy: 'cache-and-network' });
  const retry = () => void refetch().catch(() => undefined);
  if (!data && error) return <ErrorPanel error={error} onRetry={retry} />;
  return (
    <Panel flush title="Recent Activity" actions={<QueryButton name="Recent Activity" query={RECENT_QUERY} />}>
      <Box sx={{ px: 2, pb: 2 }}>{data ? <ActivityList items={newestOf(data)} /> : <SkeletonBlock height={HEIGHT} />}</Box>
    </Panel>
  );
}

function ActivityList({ items }: { items: readonly Activity[] }) {
  if (items.length === 0) return <EmptyState icon={<ActivityIcon size={18} />} title="No recent activity to display" />;
  return (
    <Box component="ul" aria-label="Recent Activity" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {items.map(({ id, kind, text, at, to }) => (
        <Box
          key={id}
          component="li"
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1.5,
            minHeight: ROW,
            '& + li': { borderTop: '1px solid', borderColor: 'divider' },
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
