import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type {
  OpenOrder_OrderFragment,
  OrderBuyer_OrderFragment,
  OrderParcel_OrderFragment,
  OrderRecord_OrderFragment,
} from '#web/gql/graphql.ts';
import { exactTime } from '#web/lib/format/relative-time.ts';
import { customerPath } from '#web/lib/paths.ts';
import { touchTarget } from '#web/ui/touch-target.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { OrderStatus } from '#web/ui/values/OrderStatus.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { PriceText } from '../OrderList.tsx';
import { OrderLines } from './OrderLines.tsx';
import { DescriptionItem, DescriptionList, EmptyValue, Section } from './Section.tsx';

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

const OrderBuyer_order = graphql(`
  fragment OrderBuyer_order on Order {
    id
    customerName
    customerEmail
    buyer {
      name
      email
      phone
      company
    }
    customer {
      id
      name
      email
      phone
      company
    }
  }
`);

/** Who placed an order: the customer it belongs to, or, where that is nobody here, whom the store named. */
function OrderCustomer(props: { order: FragmentType<OrderBuyer_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderBuyer_order, from: props.order });
  const { customer, buyer } = data;
  const name = buyer?.name ?? data.customerName;
  const email = customer?.email ?? buyer?.email ?? data.customerEmail;
  const phone = customer?.phone ?? buyer?.phone;
  const known = customer ?? name ?? email ?? phone;
  return (
    <Section title="Customer">
      {!known && <EmptyValue>The store did not say who placed it.</EmptyValue>}
      {known && (
        <DescriptionList>
          <DescriptionItem name="Name">
            {customer ? (
              <Link component={RouterLink} to={customerPath(customer.id)} sx={touchTarget}>
                {customer.name}
              </Link>
            ) : (
              name
            )}
          </DescriptionItem>
          <DescriptionItem name="Email">
            {email && (
              <Link sx={touchTarget} href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>
                {email}
              </Link>
            )}
          </DescriptionItem>
          <DescriptionItem name="Phone">
            {phone && (
              <Link sx={touchTarget} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                {phone}
              </Link>
            )}
          </DescriptionItem>
          <DescriptionItem name="Company">{customer?.company ?? buyer?.company}</DescriptionItem>
          <DescriptionItem name="Record">{customer ? null : 'A guest of the store, not among the customers here'}</DescriptionItem>
        </DescriptionList>
      )}
    </Section>
  );
}

const OrderParcel_order = graphql(`
  fragment OrderParcel_order on Order {
    id
    fulfilment {
      status
      carrier
      trackingNumber
      shippedAt
      deliveredAt
    }
  }
`);

/** Where the parcel is. */
function OrderFulfillment(props: { order: FragmentType<OrderParcel_OrderFragment> }) {
  const { fulfilment } = useSuspenseFragment({ fragment: OrderParcel_order, from: props.order }).data;
  return (
    <Section title="Fulfilment">
      {!fulfilment && <EmptyValue>Nothing is known of a parcel.</EmptyValue>}
      {fulfilment && (
        <DescriptionList>
          <DescriptionItem name="State">{humanize(fulfilment.status)}</DescriptionItem>
          <DescriptionItem name="Carrier">{fulfilment.carrier}</DescriptionItem>
          <DescriptionItem name="Tracking number">
            {fulfilment.trackingNumber && <span className="tabular">{fulfilment.trackingNumber}</span>}
          </DescriptionItem>
          <DescriptionItem name="Shipped">{fulfilment.shippedAt && <TimeAgo at={fulfilment.shippedAt} />}</DescriptionItem>
          <DescriptionItem name="Delivered">{fulfilment.deliveredAt && <TimeAgo at={fulfilment.deliveredAt} />}</DescriptionItem>
        </DescriptionList>
      )}
    </Section>
  );
}

const OrderRecord_order = graphql(`
  fragment OrderRecord_order on Order {
    id
    shopifyOrderId
    financialStatus
    cancelReason
    createdAt
    updatedAt
    cancelledAt
  }
`);

/** How it was paid, when what happened, and where it came from. */
function OrderMetadata(props: { order: FragmentType<OrderRecord_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderRecord_order, from: props.order });
  return (
    <Section title="Record">
      <DescriptionList>
        <DescriptionItem name="Payment">{humanize(data.financialStatus)}</DescriptionItem>
        <DescriptionItem name="Placed">
          <TimeAgo at={data.createdAt} />
        </DescriptionItem>
        <DescriptionItem name="Last changed">
          <TimeAgo at={data.updatedAt} />
        </DescriptionItem>
        <DescriptionItem name="Cancelled">{data.cancelledAt && <TimeAgo at={data.cancelledAt} />}</DescriptionItem>
        <DescriptionItem name="Reason">{humanize(data.cancelReason)}</DescriptionItem>
        <DescriptionItem name="Source">
          Shopify · <span className="tabular">{`ID ${data.shopifyOrderId}`}</span>
        </DescriptionItem>
      </DescriptionList>
    </Section>
  );
}

/** A word of the store such as `partially_refunded`, as people write it: Partially refunded. */
function humanize(key: string | null): string | null {
  const words = key?.replaceAll('_', ' ').trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : null;
}

/** When it was: the moment itself, and how long ago. */
function TimeAgo({ at }: { at: string }) {
  return (
    <>
      {exactTime(at)}{' '}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        (<RelativeTime at={at} />)
      </Box>
    </>
  );
}
