import { ShopUnavailable } from '#domain/failures.ts';
import type { ShopTest as TestRow } from '#domain/order-import/service.ts';
import type { SyncOutcome } from '#domain/sync/service.ts';
import { builder } from '../builder.ts';

const OrderSync = builder.objectRef<SyncOutcome>('OrderSync').implement({
  description: 'The result of a sync with the online store.',
  fields: (t) => ({
    synced: t.exposeInt('synced', { description: 'Number of orders that are new or have changed.' }),
    message: t.exposeString('message', { description: 'The result as a sentence.' }),
  }),
});

const ShopTest = builder.objectRef<TestRow>('ShopTest').implement({
  description: 'The result of a connection test.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether the store responded and its orders can be read.' }),
    message: t.exposeString('message', { description: 'The result as a sentence, with missing permissions and what to do.' }),
  }),
});

builder.mutationFields((t) => ({
  testShop: t.withAuth({ signedIn: true }).field({
    type: ShopTest,
    description: 'Test the connection to the online store and its permissions.',
    resolve: (_root, _args, { services, viewer }) => services.orderImport.test(viewer),
  }),
  syncOrders: t.withAuth({ signedIn: true }).field({
    type: OrderSync,
    errors: { types: [ShopUnavailable] },
    description:
      'Sync orders and their customers from the online store and wait for the result: all orders the first time, changes after that. Joins a running sync and resumes an interrupted one. A long sync continues in the background; `integrationsChanged` reports progress.',
    resolve: (_root, _args, { services, viewer }) => services.syncs.nowOrFail(viewer, 'shopify'),
  }),
}));
