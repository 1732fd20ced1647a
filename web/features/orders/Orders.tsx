import { Box } from '@mui/material';
import { useIntegration } from '#web/integrations/use-integration.ts';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useDrawerParam } from '#web/lib/use-drawer-param.ts';
import { useSearchParam } from '#web/lib/use-search-param.ts';
import { Permitted } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { ListToolbar } from '#web/ui/lists/ListToolbar.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { OrderList } from './OrderList.tsx';
import { OrderStats } from './OrderStats.tsx';
import { ShopConnection } from './ShopConnection.tsx';
import { SyncButton } from './SyncButton.tsx';

export const OrderDrawer = lazyWithPreload(() => import('./detail/OrderDrawer.tsx').then((m) => m.OrderDrawer));

/** The Shopify Orders screen: the connection to the store, order statistics and the list of orders. */
export function Orders() {
  const { search, text, setText } = useSearchParam();
  const { opened, linkTo, close } = useDrawerParam('order');
  usePreloadWhenIdle(OrderDrawer);
  const shop = useIntegration('shopify');
  return (
    <PageLayout
      title="Shopify Orders"
      hint="Orders from your online store, updated live"
      actions={
        <>
          <ExportMenu
            entity="order"
            where={search ? { or: [{ orderNumber: { contains: search } }, { shopifyOrderId: { contains: search } }] } : null}
          />
          <Permitted to="order.import">
            <SyncButton sync={shop.integration?.sync ?? null} />
          </Permitted>
        </>
      }
    >
      <OrderStats />
      <Permitted to="integration.read">
        <ShopConnection shop={shop.integration} error={shop.error} onRetry={shop.retry} />
      </Permitted>
      <Box sx={{ mt: 3 }}>
        <ListToolbar
          search={
            <SearchField label="Search orders" placeholder="Search orders by order number or ID..." value={text} onChange={setText} />
          }
        />
      </Box>
      <OrderList search={search} linkTo={linkTo} />
      <LazyOverlay onError={close}>{opened !== null && <OrderDrawer key={opened} id={opened} onClose={close} />}</LazyOverlay>
    </PageLayout>
  );
}
