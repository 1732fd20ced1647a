import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type { OrderRow_OrderFragment } from '#web/gql/graphql.ts';
import type { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { OrderStatus } from '#web/ui/values/OrderStatus.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { PriceText } from '../PriceText.tsx';
import { areas, cell, rowStyles, stretchedLink } from './row.styles.ts';

const OrderRow_order = graphql(`
  fragment OrderRow_order on Order {
    id
    shopifyOrderId
    orderNumber
    status
    test
    totalPrice
    currency
    customerName
    createdAt
    hasDetails
    customer {
      id
      name
    }
  }
`);

type OrderRowProps = {
  id: string;
  order: FragmentType<OrderRow_OrderFragment>;
  /** Where a click leads. */
  way: ReturnType<ReturnType<typeof useDrawerParam>['wayTo']>;
  /** It has just come, or changed. */
  isNews: boolean;
};

/** One order: which, what became of it, whose, when and how much. All of the row opens it. */
export function OrderRow({ id, way, isNews, ...props }: OrderRowProps) {
  const { data: order } = useSuspenseFragment({ fragment: OrderRow_order, from: props.order });
  const name = order.customer?.name ?? order.customerName;
  return (
    <Box component="li" data-row={id} data-news={isNews || undefined} sx={[rowStyles, areas]}>
      <Box sx={{ ...cell('order'), display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
        <Link
          component={RouterLink}
          {...way}
          color="inherit"
          underline="none"
          sx={[stretchedLink, { fontWeight: 500, overflowWrap: 'anywhere', minWidth: 0 }]}
        >
          {`Order ${order.orderNumber}`}
        </Link>
        <OrderStatus status={order.status} />
        {order.test && <Badge>Test</Badge>}
      </Box>
      {order.hasDetails && (
        <Typography variant="caption" component="p" sx={{ ...cell('note'), color: 'text.secondary' }}>
          Full order data available • Click to view details
        </Typography>
      )}
      <Typography noWrap sx={{ ...cell('customer'), color: name ? 'text.primary' : 'text.secondary' }} title={name ?? undefined}>
        {name ?? 'Unknown customer'}
      </Typography>
      <Typography variant="body2" noWrap className="tabular" sx={{ ...cell('store'), color: 'text.secondary' }}>
        {`ID ${order.shopifyOrderId}`}
      </Typography>
      <Typography variant="body2" noWrap sx={{ ...cell('time'), textAlign: { xs: 'end', md: 'start' }, color: 'text.secondary' }}>
        <RelativeTime at={order.createdAt} />
      </Typography>
      <Typography noWrap sx={{ ...cell('price'), alignSelf: { xs: 'start', md: 'center' }, fontWeight: 500, textAlign: 'end' }}>
        <PriceText value={order.totalPrice} currency={order.currency} />
      </Typography>
    </Box>
  );
}

/** The place of an order that is still on its way. */
export function OrderRowSkeleton() {
  return (
    <Box component="li" sx={[rowStyles, areas]}>
      <Box sx={cell('order')}>
        <SkeletonBlock width={148} height={20} />
      </Box>
      <Box sx={cell('note')}>
        <SkeletonBlock width={230} height={16} />
      </Box>
      <Box sx={cell('customer')}>
        <SkeletonBlock width={120} height={20} />
      </Box>
      <Box sx={cell('store')}>
        <SkeletonBlock width={116} height={20} />
      </Box>
      <Box sx={{ ...cell('time'), justifySelf: { xs: 'end', md: 'start' } }}>
        <SkeletonBlock width={84} height={20} />
      </Box>
      <Box sx={{ ...cell('price'), justifySelf: 'end' }}>
        <SkeletonBlock width={92} height={20} />
      </Box>
    </Box>
  );
}
