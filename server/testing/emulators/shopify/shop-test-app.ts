import type { Viewer } from '#domain/viewer.ts';
import { signUpViewer } from '../../stories.ts';
import { createTestApp, TEST_NOW, type TestApp } from '../../test-app.ts';
import type { ApiOrder } from './orders.ts';
import { type EmulatedShop, openShopify, STORE } from './shopify.ts';
import { fire, type Way } from './webhooks.ts';

/** Settings that point a server to an emulated shop. */
export const shopEnv = (shop: EmulatedShop): Readonly<Record<string, string>> => ({
  SHOPIFY_STORE_DOMAIN: STORE.domain,
  SHOPIFY_ACCESS_TOKEN: STORE.token,
  SHOPIFY_WEBHOOK_SECRET: STORE.webhookSecret,
  SHOPIFY_BASE_URL: shop.baseUrl,
});

export interface ShopTestApp {
  readonly shop: EmulatedShop;
  readonly app: TestApp;
  readonly ada: Viewer;
  /** Sends order webhooks; returns the response statuses. */
  sendWebhook(order: ApiOrder, way?: Way): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** A test server with the emulated shop it syncs from. */
export async function createShopTestApp(orders: readonly ApiOrder[], env: Readonly<Record<string, string>> = {}): Promise<ShopTestApp> {
  const shop = await openShopify({ orders, now: () => TEST_NOW.getTime() });
  const app = await createTestApp({ env: { ...shopEnv(shop), ...env } });
  const ada = await signUpViewer(app, 'ada');
  return {
    shop,
    app,
    ada,
    sendWebhook: (order, way = 'once') =>
      fire({ to: `${app.url}/webhooks/shopify`, way, order, secret: STORE.webhookSecret, domain: STORE.domain }),
    close: async () => {
      await app.close();
      await shop.close();
    },
  };
}
