import type { Viewer } from '#domain/viewer.ts';
import { signUpViewer } from '../../stories.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../test-app.ts';
import type { ApiOrder } from './orders.ts';
import { type EmulatedShop, openShopify, STORE } from './shopify.ts';
import { fire, type Way } from './webhooks.ts';

/** Settings that lead a server to an emulated shop. */
export const shopEnv = (shop: EmulatedShop): Readonly<Record<string, string>> => ({
  SHOPIFY_STORE_DOMAIN: STORE.domain,
  SHOPIFY_ACCESS_TOKEN: STORE.token,
  SHOPIFY_WEBHOOK_SECRET: STORE.webhookSecret,
  SHOPIFY_BASE_URL: shop.baseUrl,
});

export interface ShopWorld {
  readonly shop: EmulatedShop;
  readonly app: TestApp;
  readonly ada: Viewer;
  /** Shopify tells of an order; answers the statuses. */
  tell(order: ApiOrder, way?: Way): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** A server and the shop it reads. */
export async function openShopWorld(orders: readonly ApiOrder[], env: Readonly<Record<string, string>> = {}): Promise<ShopWorld> {
  const shop = await openShopify({ orders, now: () => TEST_NOW.getTime() });
  const app = await createTestApp({ env: { ...shopEnv(shop), ...env } });
  const ada = await signUpViewer(app, 'ada');
  return {
    shop,
    app,
    ada,
    tell: (order, way = 'once') =>
      fire({ to: `${app.url}/webhooks/shopify`, way, order, secret: STORE.webhookSecret, domain: STORE.domain }),
    close: async () => {
      await app.close();
      await shop.close();
    },
  };
}
