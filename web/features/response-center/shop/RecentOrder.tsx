import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type { RecentOrder_OrderFragment } from '#web/gql/graphql.ts';
import { orderPath } from '#web/lib/paths.ts';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { stretchedLink } from '../stretched-link.ts';

const RecentOrder_order = graphql(`
  fragment RecentOrder_order on Order {
    id
    shopifyOrderId
    orderNumber
    totalPrice
    currency
    createdAt
  }
`);

const row = {
  position: 'relative',
  display: 'flex',
  justifyContent: 'space-between',
  gap: 2,
  px: 2,
  py: 1.25,
  borderTop: 1,
  borderColor: 'divider',
} as const;

const lively = {
  transition: 'background-color 160ms ease-out',
  '&:hover': { bgcolor: 'surface.hover' },
  '&[data-news]': { bgcolor: 'surface.selected' },
} as const;

/** One order: who, which, how much, when. A click opens it. */
export function RecentOrder({ order, isNews }: { order: FragmentType<RecentOrder_OrderFragment>; isNews: boolean }) {
  const { data } = useSuspenseFragment({ fragment: RecentOrder_order, from: order });
  return (
    <Box component="li" data-row={data.id} data-news={isNews || undefined} sx={[row, lively]}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" noWrap>{`Customer #${data.shopifyOrderId.slice(-4)}`}</Typography>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
          <Link component={RouterLink} to={orderPath(data.id)} color="inherit" underline="none" sx={stretchedLink}>
            {`Order ${data.orderNumber}`}
          </Link>
        </Typography>
      </Box>
      <Box sx={{ textAlign: 'end', flexShrink: 0 }}>
        <Typography variant="h3" component="p">
          <MoneyText value={data.totalPrice} currency={data.currency} />
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <RelativeTime at={data.createdAt} />
        </Typography>
      </Box>
    </Box>
  );
}

/** The place of an order that is still on its way. */
export function RecentOrderSkeleton() {
  return (
    <Box sx={row}>
      <Box sx={{ display: 'grid', gap: 0.75, py: 0.25 }}>
        <SkeletonBlock width={112} height={16} />
        <SkeletonBlock width={80} height={14} />
      </Box>
      <Box sx={{ display: 'grid', gap: 0.75, py: 0.25, justifyItems: 'end' }}>
        <SkeletonBlock width={64} height={16} />
        <SkeletonBlock width={80} height={14} />
      </Box>
    </Box>
  );
}
