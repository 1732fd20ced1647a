import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HTTP_FAULTS } from '#server/testing/emulators/shopify/http-faults.ts';
import { makeOrder, makeOrders, stamp } from '#server/testing/emulators/shopify/orders.ts';
import { shopEnv } from '#server/testing/emulators/shopify/shop-test-app.ts';
import { type EmulatedShop, openShopify } from '#server/testing/emulators/shopify/shopify.ts';
import { accessibilityViolations } from './accessibility-violations.ts';
import { openBrowser, toast } from './browser.ts';
import { type RunningServer, startServer } from './npm-start.ts';

const { enter } = openBrowser();

let shop: EmulatedShop;
let server: RunningServer;
beforeAll(async () => {
  shop = await openShopify({ orders: makeOrders(12) });
  server = await startServer({ DEMO: 'off', ...shopEnv(shop) });
});
afterAll(async () => {
  await server?.stop();
  await shop?.close();
});

const row = (page: Page, number: string) => page.locator('[data-row]').filter({ has: page.getByRole('link', { name: `Order ${number}` }) });
const total = (page: Page, count: number) => page.getByRole('article', { name: 'Total Orders' }).getByText(String(count), { exact: true });

/** Adds an order to the emulated store, which sends its webhook. */
async function sell(n: number) {
  const now = stamp(Date.now());
  const order = shop.store.put(makeOrder(n, { createdAt: now, updatedAt: now, financial: 'PAID', fulfilment: 'UNFULFILLED', parcels: [] }));
  expect(await shop.fire(order, `${server.url}/webhooks/shopify`, 'once')).toEqual([200]);
  return order;
}

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('orders', () => {
  it('are synced from the store on request, then arrive live in every browser', async () => {
    const { page } = await enter({ username: 'seller' }, { at: server.url, path: '/orders' });
    const watcher = await enter({ username: 'watcher' }, { at: server.url, path: '/orders', width: 390, scheme: 'dark' });
    await watcher.page.getByText('Make sure your Shopify integration is configured correctly.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByRole('region', { name: 'Shopify connection' }).getByText('Connected to Brasswick Coffee.').waitFor();
    await page.getByRole('button', { name: 'Sync with Shopify' }).click();
    await toast(page).getByText('Sync Complete').waitFor();
    await toast(page).getByText('Successfully synced 12 orders from your Shopify store').waitFor();
    for (const each of [page, watcher.page]) {
      await row(each, '#1012').waitFor();
      await total(each, 12).waitFor();
      await each.getByText(/Last sync: .* Successfully synced 12 orders/).waitFor();
    }

    const sold = await sell(40);
    await Promise.all([page, watcher.page].map((each) => row(each, '#1041').and(each.locator('[data-changed]')).waitFor()));
    for (const each of [page, watcher.page]) {
      await expect.poll(() => each.locator('[data-row]').first().innerText()).toContain('Order #1041');
      await total(each, 13).waitFor();
    }
    await watcher.page.locator('[data-changed]').waitFor({ state: 'detached' });
    expect(await accessibilityViolations(watcher.page)).toEqual([]);
    expect(await sideways(watcher.page)).toBe(0);

    await watcher.page.getByRole('link', { name: 'Order #1041' }).click();
    const open = watcher.page.getByRole('dialog', { name: 'Order #1041' });
    await open.getByText('paid', { exact: true }).first().waitFor();
    const later = stamp(Date.now() + 1_000);
    const cancelled = shop.store.change(sold.id, { cancelledAt: later, updatedAt: later });
    expect(await shop.fire(cancelled, `${server.url}/webhooks/shopify`, 'once')).toEqual([200]);
    await open.getByText('cancelled', { exact: true }).waitFor();
    expect(await accessibilityViolations(watcher.page)).toEqual([]);
    expect(await sideways(watcher.page)).toBe(0);

    shop.fail(HTTP_FAULTS.status(401));
    await page.getByRole('button', { name: 'Sync with Shopify' }).click();
    await toast(page).getByText('Sync Failed').waitFor();
    await watcher.page.getByText(/Last sync failed: /).waitFor();
    shop.heal();
    await page.getByRole('button', { name: 'Sync with Shopify' }).click();
    await toast(page).getByText('Sync Complete').waitFor();
    await watcher.page.getByText(/Last sync failed: /).waitFor({ state: 'detached' });
  });

  it('are found by number, link to their customer and back, and appear live on the home screen', async () => {
    const { page } = await enter({ username: 'reader' }, { at: server.url });
    const card = page.getByRole('region', { name: 'Shopify Integration' });
    await card.getByText('Connected to Shopify').waitFor();
    const sold = await sell(41);
    const newest = card.locator('[data-row]').filter({ has: page.getByRole('link', { name: 'Order #1042' }) });
    await newest.getByText(`Customer #${sold.id.slice(-4)}`).waitFor();
    await newest.click();

    const order = page.getByRole('dialog', { name: 'Order #1042' });
    await order.getByRole('link', { name: 'Customer 41' }).click();
    const customer = page.getByRole('dialog', { name: 'Customer 41' });
    await customer.getByRole('link', { name: 'Order #1042' }).click();
    await order.getByText('Coffee 1').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await order.waitFor({ state: 'detached' });

    await page.getByPlaceholder('Search orders by order number or ID...').fill('#104');
    await page.waitForURL(/search=/);
    await expect.poll(() => page.locator('[data-row]').count()).toBe(2);
    await page.getByPlaceholder('Search orders by order number or ID...').fill('no such order');
    await page.getByText('No orders match your search criteria.').waitFor();
  });
});
