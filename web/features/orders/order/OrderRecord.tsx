import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import type { OrderRecord_OrderFragment } from '#web/gql/graphql.ts';
import { Fact, Facts, Part } from './Part.tsx';
import { TimeAgo } from './TimeAgo.tsx';
import { inWords } from './words.ts';

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
export function OrderRecord(props: { order: FragmentType<OrderRecord_OrderFragment> }) {
  const { data } = useSuspenseFragment({ fragment: OrderRecord_order, from: props.order });
  return (
    <Part title="Record">
      <Facts>
        <Fact name="Payment">{inWords(data.financialStatus)}</Fact>
        <Fact name="Placed">
          <TimeAgo at={data.createdAt} />
        </Fact>
        <Fact name="Last changed">
          <TimeAgo at={data.updatedAt} />
        </Fact>
        <Fact name="Cancelled">{data.cancelledAt && <TimeAgo at={data.cancelledAt} />}</Fact>
        <Fact name="Reason">{inWords(data.cancelReason)}</Fact>
        <Fact name="Source">
          Shopify · <span className="tabular">{`ID ${data.shopifyOrderId}`}</span>
        </Fact>
      </Facts>
    </Part>
  );
}
