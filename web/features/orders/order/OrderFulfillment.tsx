import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import type { OrderParcel_OrderFragment } from '#web/gql/graphql.ts';
import { humanize } from './humanize.ts';
import { DescriptionItem, DescriptionList, EmptyValue, Section } from './Section.tsx';
import { TimeAgo } from './TimeAgo.tsx';

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
export function OrderFulfillment(props: { order: FragmentType<OrderParcel_OrderFragment> }) {
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
