import { graphql } from '#web/gql/gql.ts';
import { orderPath } from '#web/lib/paths.ts';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';
import type { AnalyticsParams } from '../analytics-params.ts';
import { RowList } from './RowList.tsx';
import { useRowPages } from './use-row-pages.ts';

const OrderRowsDocument = graphql(`
  query AnalyticsOrders($range: AnalyticsRangeInput, $timeZone: String!, $currency: String, $after: String) {
    analytics(range: $range, timeZone: $timeZone) {
      id
      sales {
        rows(currency: $currency, after: $after) {
          nodes {
            id
            orderNumber
            status
            totalPrice
            currency
            createdAt
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

/** Orders that count. */
export function OrderRows({ asked, currency }: { asked: AnalyticsParams; currency?: string }) {
  const pages = useRowPages(OrderRowsDocument, { ...asked, currency }, ({ analytics }) => analytics.sales.rows.pageInfo);
  return (
    <RowList
      pages={pages}
      rowsOf={({ analytics }) =>
        analytics.sales.rows.nodes.map((order) => ({
          id: order.id,
          title: `Order ${order.orderNumber}`,
          to: orderPath(order.id),
          detail: order.status,
          figure: <MoneyText value={order.totalPrice} currency={order.currency} />,
          at: order.createdAt,
        }))
      }
    />
  );
}
