import { Box } from '@mui/material';
import { useIntegration } from '#web/integrations/use-integration.ts';
import { later } from '#web/lib/later.ts';
import { useAddressSearch } from '#web/lib/use-address-search.ts';
import { useOpened } from '#web/lib/use-opened.ts';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { ListBar } from '#web/ui/lists/ListBar.tsx';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { OrderList } from './list/OrderList.tsx';
import { OrderNumbers } from './OrderNumbers.tsx';
import { ShopConnection } from './sync/ShopConnection.tsx';
import { SyncButton } from './sync/SyncButton.tsx';

const orderDrawer = later(() => import('./order/OrderDrawer.tsx').then((m) => m.OrderDrawer));

/** The Shopify Orders screen: what customers bought in the online store, and how the store is connected. */
export function Orders() {
  const { search, words, type } = useAddressSearch();
  const { opened, wayTo, close } = useOpened('order');
  const OrderDrawer = usePart(orderDrawer, opened !== null, close);
  const shop = useIntegration('shopify');
  return (
    <PageFrame
      title="Shopify Orders"
      hint="Orders from your online store, as they come in"
      actions={
        <>
          <ExportMenu
            noun="order"
            where={search ? { or: [{ orderNumber: { contains: search } }, { shopifyOrderId: { contains: search } }] } : null}
          />
          <SyncButton sync={shop.integration?.sync ?? null} />
        </>
      }
    >
      <OrderNumbers />
      <ShopConnection shop={shop.integration} error={shop.error} onRetry={shop.retry} />
      <Box sx={{ mt: 3 }}>
        <ListBar
          search={<SearchField label="Search orders" placeholder="Search orders by order number or ID..." value={words} onChange={type} />}
        />
      </Box>
      <OrderList search={search} wayTo={wayTo} />
      {opened !== null && OrderDrawer && <OrderDrawer key={opened} id={opened} onClose={close} />}
    </PageFrame>
  );
}
