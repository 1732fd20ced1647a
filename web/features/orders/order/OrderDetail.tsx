import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { OpenOrder_OrderFragment } from '#web/gql/graphql.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { OrderStatus } from '#web/ui/values/OrderStatus.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { PriceText } from '../PriceText.tsx';
import { OrderCustomer } from './OrderCustomer.tsx';
import { OrderFulfillment } from './OrderFulfillment.tsx';
import { OrderLines } from './OrderLines.tsx';
import { OrderMetadata } from './OrderMetadata.tsx';

const OpenOrder_order = graphql(`
  fragment OpenOrder_order on Order {
    id
    orderNumber
    status
    test
    totalPrice
    currency
    createdAt
    note
    ...OrderLines_order
    ...OrderBuyer_order
    ...OrderParcel_order
    ...OrderRecord_order
  }
`);

type OpenOrderProps = {
  order: FragmentType<OpenOrder_OrderFragment>;
  /** The id its number carries in the page. */
  titleId: string;
};

/** All about one order: what it came to, what is in it, whose it is, where the parcel is, and where it came from. */
export function OrderDetail({ titleId, ...props }: OpenOrderProps) {
  const { data: order } = useSuspenseFragment({ fragment: OpenOrder_order, fragmentName: 'OpenOrder_order', from: props.order });
  const { orderNumber, status, test, totalPrice, currency, createdAt, note } = order;
  return (
    <>
      <Box component="header" sx={{ p: { xs: 2, sm: 3 }, pr: { xs: 7, sm: 8 }, borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
          <Typography variant="h6" component="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
            {`Order ${orderNumber}`}
          </Typography>
          <OrderStatus status={status} />
          {test && <Badge>Test</Badge>}
        </Box>
        <Typography variant="h4" component="p" sx={{ mt: 0.5 }}>
          <PriceText value={totalPrice} currency={currency} />
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Placed <RelativeTime at={createdAt} />
        </Typography>
        {note && (
          <Typography sx={{ mt: 1.5, pl: 1.5, borderLeft: 2, borderColor: 'hairline', overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {note}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 3, p: { xs: 2, sm: 3 } }}>
        <OrderLines order={order} />
        <OrderCustomer order={order} />
        <OrderFulfillment order={order} />
        <OrderMetadata order={order} />
      </Box>
    </>
  );
}
