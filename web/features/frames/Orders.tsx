import { useSuspenseQuery } from '@apollo/client/react';
import { ShoppingBag } from 'lucide-react';
import type { Tone } from '#web/app/theme.ts';
import { graphql } from '#web/gql/gql.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { MoneyText } from '#web/ui/MoneyText.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { RelativeTime } from '#web/ui/RelativeTime.tsx';
import { Row, Rows } from './Rows.tsx';

const OrdersDocument = graphql(`
  query Orders {
    orders(first: 50) {
      nodes {
        id
        orderNumber
        shopifyOrderId
        status
        totalPrice
        currency
        createdAt
      }
    }
  }
`);

const STATUS_TONES = new Map<string, Tone>([
  ['paid', 'success'],
  ['delivered', 'success'],
  ['pending', 'warning'],
  ['shipped', 'info'],
  ['cancelled', 'error'],
]);

/** The online store's orders, newest first. */
export function Orders() {
  const { orders } = useSuspenseQuery(OrdersDocument).data;
  return (
    <PageFrame title="Shopify Orders" hint="Orders from your online store">
      <Panel flush>
        {orders.nodes.length === 0 && (
          <EmptyState icon={<ShoppingBag size={18} />} title="No orders found" hint="Orders from your Shopify store will appear here." />
        )}
        <Rows label="Orders">
          {orders.nodes.map(({ id, orderNumber, shopifyOrderId, status, totalPrice, currency, createdAt }) => (
            <Row
              key={id}
              title={`Order ${orderNumber}`}
              badge={<Badge tone={STATUS_TONES.get(status) ?? 'neutral'}>{status}</Badge>}
              detail={`ID ${shopifyOrderId}`}
              figure={<MoneyText value={totalPrice} currency={currency} />}
              aside={<RelativeTime at={createdAt} />}
            />
          ))}
        </Rows>
      </Panel>
    </PageFrame>
  );
}
