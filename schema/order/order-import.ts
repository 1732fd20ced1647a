import { ShopUnavailable } from '#domain/failures.ts';
import type { ShopTest as TestRow } from '#domain/order-import/service.ts';
import type { SyncOutcome } from '#domain/sync/service.ts';
import { builder } from '../builder.ts';

const OrderSync = builder.objectRef<SyncOutcome>('OrderSync').implement({
  description: 'What came of reading the online store.',
  fields: (t) => ({
    synced: t.exposeInt('synced', { description: 'How many orders are new or changed; those known as they are do not count.' }),
    message: t.exposeString('message', { description: 'The same in a sentence.' }),
  }),
});

const ShopTest = builder.objectRef<TestRow>('ShopTest').implement({
  description: 'Whether the online store can be read.',
  fields: (t) => ({
    success: t.exposeBoolean('success', { description: 'Whether it answered and shows its orders.' }),
    message: t.exposeString('message', { description: 'What it said, what it keeps from us, or what to do about it.' }),
  }),
});

builder.mutationFields((t) => ({
  testShop: t.field({
    type: ShopTest,
    description: 'Ask the online store whether it knows us and what it lets us see.',
    resolve: (_root, _args, { services }) => services.orderImport.test(),
  }),
  syncOrders: t.withAuth({ signedIn: true }).field({
    type: OrderSync,
    errors: { types: [ShopUnavailable] },
    description:
      'Read the orders of the online store and who placed them, and wait for it: everything the first time, what changed after that. Joins the sync that is under way, and goes on where one was stopped. A long one goes on by itself; `integrationsChanged` tells how.',
    resolve: (_root, _args, { services, viewer }) => services.syncs.nowOrFail(viewer, 'shopify'),
  }),
}));
