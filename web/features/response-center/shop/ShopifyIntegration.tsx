import { useQuery } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { ShoppingBag } from 'lucide-react';
import { graphql } from '#web/gql/gql.ts';
import type { ShopifyCardQuery } from '#web/gql/graphql.ts';
import { MoneyText } from '#web/ui/MoneyText.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';
import { CardNote } from '../CardNote.tsx';
import { LoadFailure } from '../LoadFailure.tsx';
import { OrderRow, OrderRowSkeleton } from './OrderRow.tsx';
import { OrderTile } from './OrderTile.tsx';
import { sumOf } from './order-total.ts';
import { ShopifyConnection } from './ShopifyConnection.tsx';

export const ShopifyCard = graphql(`
  query ShopifyCard {
    integrations {
      provider
      status
      lastSyncAt
    }
    orders(first: 3) {
      nodes {
        id
        totalPrice
        ...OrderRow_order
      }
    }
  }
`);

const SHOWN = 3;

function ShopLoading() {
  return (
    <Box role="status" aria-label="Loading orders">
      <Box sx={{ px: 2 }}>
        <SkeletonBlock height={58} />
      </Box>
      <Box sx={{ px: 2, pt: 2, pb: 1 }}>
        <SkeletonBlock width={96} height={20} />
      </Box>
      <OrderRowSkeleton />
      <OrderRowSkeleton />
      <OrderRowSkeleton />
      <Box sx={tiles}>
        <SkeletonBlock height={72} />
        <SkeletonBlock height={72} />
      </Box>
    </Box>
  );
}

const tiles = {
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: 1,
  p: 2,
  borderTop: 1,
  borderColor: 'divider',
} as const;

function Shop({ integrations, orders }: ShopifyCardQuery) {
  const shop = integrations.find(({ provider }) => provider === 'shopify');
  const recent = orders.nodes.slice(0, SHOWN);
  return (
    <>
      <ShopifyConnection status={shop?.status ?? 'not_configured'} lastSyncAt={shop?.lastSyncAt ?? null} />
      <Typography variant="h3" sx={{ px: 2, pt: 2, pb: 1 }}>
        Recent Orders
      </Typography>
      {recent.length === 0 ? (
        <CardNote>No recent orders found. Check your Shopify connection.</CardNote>
      ) : (
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {recent.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </Box>
      )}
      <Box sx={tiles}>
        <OrderTile label="Orders This Week">{recent.length}</OrderTile>
        <OrderTile label="Total Revenue">
          <MoneyText value={sumOf(recent.map(({ totalPrice }) => totalPrice))} />
        </OrderTile>
      </Box>
    </>
  );
}

/** How the shop is connected, its latest orders, and what they come to. */
export function ShopifyIntegration() {
  const { data, error, refetch } = useQuery(ShopifyCard, { fetchPolicy: 'cache-and-network' });
  return (
    <Panel title="Shopify Integration" hint="Recent orders and customer sync" icon={<ShoppingBag size={18} />} flush>
      {data ? <Shop {...data} /> : error ? <LoadFailure what="Orders" onRetry={() => void refetch()} /> : <ShopLoading />}
    </Panel>
  );
}
