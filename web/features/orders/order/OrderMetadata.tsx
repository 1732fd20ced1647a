import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import type { OrderRecord_OrderFragment } from '#web/gql/graphql.ts';
import { humanize } from './humanize.ts';
import { DescriptionItem, DescriptionList, Section } from './Section.tsx';
import { TimeAgo } from './TimeAgo.tsx';

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
export function OrderMetadata(props: { order: FragmentType<OrderRecord_OrderFragment> }) {
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
