import { graphql } from '#web/gql/gql.ts';
import type { RecentActivityQuery } from '#web/gql/graphql.ts';
import { formatMoney } from '#web/lib/format/money.ts';
import { callPath, leadPath, orderPath } from '#web/lib/paths.ts';

/** The five latest of each (specification, section 9). */
export const RecentActivityDocument = graphql(`
  query RecentActivity {
    leads(first: 5) {
      nodes {
        id
        name
        createdAt
      }
    }
    orders(first: 5) {
      nodes {
        id
        orderNumber
        totalPrice
        currency
        createdAt
      }
    }
    transcriptions(first: 5) {
      nodes {
        id
        createdAt
      }
    }
  }
`);

const SHOWN = 10;

export type Activity = { id: string; kind: 'lead' | 'order' | 'call'; text: string; at: string; to: string };

/** The ten newest of them all. */
export const newestOf = ({ leads, orders, transcriptions }: RecentActivityQuery): readonly Activity[] =>
  [
    ...leads.nodes.map(({ id, name, createdAt }) => ({
      id,
      kind: 'lead' as const,
      text: `New lead: ${name}`,
      at: createdAt,
      to: leadPath(id),
    })),
    ...orders.nodes.map(({ id, orderNumber, totalPrice, currency, createdAt }) => ({
      id,
      kind: 'order' as const,
      text: `Order ${orderNumber} - ${formatMoney(totalPrice, { currency })}`,
      at: createdAt,
      to: orderPath(id),
    })),
    ...transcriptions.nodes.map(({ id, createdAt }) => ({
      id,
      kind: 'call' as const,
      text: 'Call transcription added',
      at: createdAt,
      to: callPath(id),
    })),
  ]
    .toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, SHOWN);
