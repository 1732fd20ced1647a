import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { OrderRow_OrderFragment } from '#web/gql/graphql.ts';
import { MoneyText } from '#web/ui/MoneyText.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';

const OrderRow_order = graphql(`
  fragment OrderRow_order on Order {
    id
    shopifyOrderId
    orderNumber
    totalPrice
    currency
    createdAt
  }
`);

const row = { display: 'flex', justifyContent: 'space-between', gap: 2, px: 2, py: 1.25, borderTop: 1, borderColor: 'divider' } as const;

/** One order: who, which, how much, when. */
export function OrderRow({ order }: { order: FragmentType<OrderRow_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderRow_order, from: order });
  return (
    <Box component="li" sx={row}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" noWrap>{`Customer #${data.shopifyOrderId.slice(-4)}`}</Typography>
        <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>{`Order ${data.orderNumber}`}</Typography>
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
export function OrderRowSkeleton() {
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
