import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import type { OrderParcel_OrderFragment } from '#web/gql/graphql.ts';
import { Fact, Facts, Part, Unknown } from './Part.tsx';
import { TimeAgo } from './TimeAgo.tsx';
import { inWords } from './words.ts';

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
export function OrderParcel(props: { order: FragmentType<OrderParcel_OrderFragment> }) {
  const { fulfilment } = useSuspenseFragment({ fragment: OrderParcel_order, from: props.order }).data;
  return (
    <Part title="Fulfilment">
      {!fulfilment && <Unknown>Nothing is known of a parcel.</Unknown>}
      {fulfilment && (
        <Facts>
          <Fact name="State">{inWords(fulfilment.status)}</Fact>
          <Fact name="Carrier">{fulfilment.carrier}</Fact>
          <Fact name="Tracking number">{fulfilment.trackingNumber && <span className="tabular">{fulfilment.trackingNumber}</span>}</Fact>
          <Fact name="Shipped">{fulfilment.shippedAt && <TimeAgo at={fulfilment.shippedAt} />}</Fact>
          <Fact name="Delivered">{fulfilment.deliveredAt && <TimeAgo at={fulfilment.deliveredAt} />}</Fact>
        </Facts>
      )}
    </Part>
  );
}
