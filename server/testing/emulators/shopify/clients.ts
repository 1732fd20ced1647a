import type { ShopifySettings } from '#server/integrations/shopify/http.ts';
import { shopify } from '#server/integrations/shopify/http.ts';
import { type EmulatedShop, type EmulatorSettings, openShopify, STORE } from './shopify.ts';

/** A clock that only advances when something waits, shared by the emulated shop and its clients. */
export interface ManualClock {
  readonly waits: number[];
  readonly now: () => number;
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

export function createManualClock(): ManualClock {
  let time = Date.parse('2026-11-20T09:30:00Z');
  const waits: number[] = [];
  const wait = async (milliseconds: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    waits.push(milliseconds);
    time += milliseconds;
  };
  return { waits, now: () => time, wait };
}

/** An emulated shop, and clients of it that never really wait. */
export async function openShopWithClients(overrides: EmulatorSettings) {
  const time = createManualClock();
  const shop: EmulatedShop = await openShopify({ now: time.now, ...overrides });
  const noted: string[] = [];
  const client = (settings: Partial<ShopifySettings> = {}) =>
    shopify({
      domain: STORE.domain,
      baseUrl: shop.baseUrl,
      version: '2026-10',
      key: { token: STORE.token },
      note: (line) => noted.push(line),
      timeoutMs: 300,
      wait: time.wait,
      now: time.now,
      ...settings,
    });
  return { shop, client, noted, ...time };
}
