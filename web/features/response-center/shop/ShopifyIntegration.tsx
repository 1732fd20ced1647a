import { Box, Typography } from '@mui/material';
import { ShoppingBag } from 'lucide-react';
import { useIntegration } from '#web/integrations/use-integration.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { InlineError } from '../InlineError.tsx';
import { RecentOrders } from './RecentOrders.tsx';
import { ShopifyConnection } from './ShopifyConnection.tsx';

/** How the shop is connected, its latest orders, and what they come to, as it is now. */
export function ShopifyIntegration() {
  return (
    <Panel title="Shopify Integration" hint="Recent orders and customer sync" icon={<ShoppingBag size={18} />} flush>
      <Connection />
      <Typography variant="h3" sx={{ px: 2, pt: 2, pb: 1 }}>
        Recent Orders
      </Typography>
      <RecentOrders />
    </Panel>
  );
}

function Connection() {
  const { integration, error, retry } = useIntegration('shopify');
  if (integration) return <ShopifyConnection shop={integration} />;
  if (error) return <InlineError what="The connection" onRetry={retry} />;
  return (
    <Box sx={{ px: 2 }}>
      <SkeletonBlock height={58} />
    </Box>
  );
}
