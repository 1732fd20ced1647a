import type { Clock } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import { demoShop } from './demo.ts';
import { type ShopifyKey, shopify } from './http.ts';
import type { Shop } from './port.ts';

interface Surroundings {
  readonly demo: boolean;
  readonly clock: Clock;
  readonly note: (line: string) => void;
}

function keyOf({
  SHOPIFY_ACCESS_TOKEN: token,
  SHOPIFY_CLIENT_ID: clientId,
  SHOPIFY_CLIENT_SECRET: clientSecret,
}: Config): ShopifyKey | null {
  if (token) return { token };
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** Whether a real store is configured. */
export const shopifyConfigured = (config: Config): boolean => config.SHOPIFY_STORE_DOMAIN !== null && keyOf(config) !== null;

/** Shopify when its credentials are set, the demo shop with the demo data, otherwise none. */
export function chooseShop(config: Config, { demo, clock, note }: Surroundings): Shop | null {
  const { SHOPIFY_STORE_DOMAIN: domain, SHOPIFY_BASE_URL: baseUrl, SHOPIFY_API_VERSION: version } = config;
  const key = keyOf(config);
  if (domain && key) return shopify({ domain, baseUrl, version, key, note });
  return demo ? demoShop({ clock }) : null;
}

/** Whatever may have signed a webhook: several while one secret replaces another. */
export const webhookSecrets = ({ SHOPIFY_WEBHOOK_SECRET: several, SHOPIFY_CLIENT_SECRET: ofApp }: Config): readonly string[] =>
  [...(several?.split(',') ?? []), ofApp ?? ''].map((secret) => secret.trim()).filter(Boolean);
