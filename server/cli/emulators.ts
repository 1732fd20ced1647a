/** `npm run emulators`: emulates Shopify and CallRail on this machine and prints the settings for a server to use them. Ctrl+C stops them. */
import { once } from 'node:events';
import { openCallRail } from '../testing/emulators/callrail/callrail.ts';
import { ACCOUNT, type ApiCall } from '../testing/emulators/callrail/calls.ts';
import { makeOrders } from '../testing/emulators/shopify/orders.ts';
import { openShopify, STORE, UNTHROTTLED } from '../testing/emulators/shopify/shopify.ts';
import { WAYS } from '../testing/emulators/shopify/webhooks.ts';
import { runCli } from './run-cli.ts';

const PORTS = { shopify: 4001, callrail: 4002 } as const;
/** The bucket of a store on the Advanced plan. */
const ADVANCED = { maximum: 4_000, rate: 200 } as const;

const CALLS: readonly ApiCall[] = Array.from({ length: 120 }, (_, n) => ({
  id: `CALEMULATED${String(n).padStart(6, '0')}`,
  customer_name: `Caller ${n}`,
  customer_phone_number: `+1216555${String(n).padStart(4, '0')}`,
  duration: 60 + n,
  start_time: new Date(Date.now() - n * 3_600_000).toISOString(),
  transcription: n % 4 ? `Rep: Hello, how can I help?\nCustomer: I would like a quote for machine ${n}.` : null,
}));

await runCli(async (print) => {
  const orders = process.argv.slice(2).find((given) => /^\d{1,6}$/.test(given));
  const shop = await openShopify({
    orders: makeOrders(Number(orders ?? 500)),
    bucket: process.argv.includes('--throttled') ? ADVANCED : UNTHROTTLED,
    port: PORTS.shopify,
  });
  const rail = await openCallRail(CALLS, { port: PORTS.callrail });
  print('Shopify and CallRail emulators are running. Start a server with these settings:\n');
  print(`SHOPIFY_STORE_DOMAIN=${STORE.domain}`);
  print(`SHOPIFY_ACCESS_TOKEN=${STORE.token}`);
  print(`SHOPIFY_WEBHOOK_SECRET=${STORE.webhookSecret}`);
  print(`SHOPIFY_BASE_URL=${shop.baseUrl}`);
  print(`CALLRAIL_API_KEY=${ACCOUNT.key}`);
  print(`CALLRAIL_ACCOUNT_ID=${ACCOUNT.id}`);
  print(`CALLRAIL_BASE_URL=${rail.baseUrl}`);
  print(`\nTo send a signed webhook (way: ${WAYS.join(', ')}):`);
  print(`curl '${shop.baseUrl}/emulator/fire?way=once&to=http://127.0.0.1:4000/webhooks/shopify'`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await Promise.all([shop.close(), rail.close()]);
});
