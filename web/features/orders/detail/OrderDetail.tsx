import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Chip, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import type {
  OrderCustomer_OrderFragment,
  OrderDetail_OrderFragment,
  OrderFulfillment_OrderFragment,
  OrderMetadata_OrderFragment,
} from '#web/gql/graphql.ts';
import { exactTime } from '#web/lib/format/time.ts';
import { customerPath } from '#web/lib/paths.ts';
import { DescriptionItem, DescriptionList, EmptyValue, Section } from '#web/ui/Section.tsx';
import { touchTarget } from '#web/ui/styles.ts';
import { OrderStatus } from '#web/ui/values/chips.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { PriceText } from '../OrderList.tsx';
import { OrderLines } from './OrderLines.tsx';

const OrderDetail_order = graphql(`
  fragment OrderDetail_order on Order {
    id
    orderNumber
    status
    test
    totalPrice
    currency
    createdAt
    note
    ...OrderLines_order
    ...OrderCustomer_order
    ...OrderFulfillment_order
    ...OrderMetadata_order
  }
`);

type OrderDetailProps = {
  order: FragmentType<OrderDetail_OrderFragment>;
  /** The element id of the title, which labels the drawer. */
  titleId: string;
};

/** One order: price, line items, customer, fulfillment and metadata. */
export function OrderDetail({ titleId, ...props }: OrderDetailProps) {
  const { data: order } = useSuspenseFragment({ fragment: OrderDetail_order, fragmentName: 'OrderDetail_order', from: props.order });
  const { orderNumber, status, test, totalPrice, currency, createdAt, note } = order;
  return (
    <>
      <Box component="header" sx={{ p: { xs: 2, sm: 3 }, pr: { xs: 7, sm: 8 }, borderBottom: 1, borderColor: 'divider' }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.5 }}>
          <Typography variant="h6" component="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
            {`Order ${orderNumber}`}
          </Typography>
          <OrderStatus status={status} />
          {test && <Chip label="Test" />}
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

const OrderCustomer_order = graphql(`
  fragment OrderCustomer_order on Order {
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

/** The linked customer, or else the buyer's details from the store. */
function OrderCustomer(props: { order: FragmentType<OrderCustomer_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderCustomer_order, from: props.order });
  const { customer, buyer } = data;
  const name = buyer?.name ?? data.customerName;
  const email = customer?.email ?? buyer?.email ?? data.customerEmail;
  const phone = customer?.phone ?? buyer?.phone;
  const hasDetails = customer ?? name ?? email ?? phone;
  return (
    <Section title="Customer">
      {!hasDetails && <EmptyValue>Shopify didn’t provide customer details.</EmptyValue>}
      {hasDetails && (
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
          <DescriptionItem name="Customer record">{customer ? null : 'None (guest checkout)'}</DescriptionItem>
        </DescriptionList>
      )}
    </Section>
  );
}

const OrderFulfillment_order = graphql(`
  fragment OrderFulfillment_order on Order {
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

/** Shipment and tracking. */
function OrderFulfillment(props: { order: FragmentType<OrderFulfillment_OrderFragment> }) {
  const { fulfilment } = useSuspenseFragment({ fragment: OrderFulfillment_order, from: props.order }).data;
  return (
    <Section title="Fulfillment">
      {!fulfilment && <EmptyValue>No shipment yet.</EmptyValue>}
      {fulfilment && (
        <DescriptionList>
          <DescriptionItem name="Status">{humanize(fulfilment.status)}</DescriptionItem>
          <DescriptionItem name="Carrier">{fulfilment.carrier}</DescriptionItem>
          <DescriptionItem name="Tracking number">
            {fulfilment.trackingNumber && <span className="tabular">{fulfilment.trackingNumber}</span>}
          </DescriptionItem>
          <DescriptionItem name="Shipped">{fulfilment.shippedAt && <TimeWithAge at={fulfilment.shippedAt} />}</DescriptionItem>
          <DescriptionItem name="Delivered">{fulfilment.deliveredAt && <TimeWithAge at={fulfilment.deliveredAt} />}</DescriptionItem>
        </DescriptionList>
      )}
    </Section>
  );
}

const OrderMetadata_order = graphql(`
  fragment OrderMetadata_order on Order {
    id
    shopifyOrderId
    financialStatus
    cancelReason
    createdAt
    updatedAt
    cancelledAt
  }
`);

/** Payment, timestamps, cancellation and source. */
function OrderMetadata(props: { order: FragmentType<OrderMetadata_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderMetadata_order, from: props.order });
  return (
    <Section title="Details">
      <DescriptionList>
        <DescriptionItem name="Payment">{humanize(data.financialStatus)}</DescriptionItem>
        <DescriptionItem name="Placed">
          <TimeWithAge at={data.createdAt} />
        </DescriptionItem>
        <DescriptionItem name="Last updated">
          <TimeWithAge at={data.updatedAt} />
        </DescriptionItem>
        <DescriptionItem name="Cancelled">{data.cancelledAt && <TimeWithAge at={data.cancelledAt} />}</DescriptionItem>
        <DescriptionItem name="Cancellation reason">{humanize(data.cancelReason)}</DescriptionItem>
        <DescriptionItem name="Source">
          Shopify · <span className="tabular">{`ID ${data.shopifyOrderId}`}</span>
        </DescriptionItem>
      </DescriptionList>
    </Section>
  );
}

/** `partially_refunded` as "Partially refunded". */
function humanize(key: string | null): string | null {
  const words = key?.replaceAll('_', ' ').trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : null;
}

/** The exact time and how long ago it was. */
function TimeWithAge({ at }: { at: string }) {
  return (
    <>
      {exactTime(at)}{' '}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        (<RelativeTime at={at} />)
      </Box>
    </>
  );
}
