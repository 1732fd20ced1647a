import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { anOrder, aSync, openOrders } from './orders.fixtures.tsx';

const toast = () => currentToast() && { title: currentToast()?.title, description: currentToast()?.description };
const connection = async () => (await screen.findByRole('region', { name: 'Shopify connection' })).textContent;

/** Starting a sync returns the id s1. */
const startsSync = { startSync: () => ({ __typename: 'Integration', provider: 'shopify', sync: { id: 's1' } }) };

describe('a sync', () => {
  const clickSync = async (...args: Parameters<typeof openOrders>) => {
    const page = openOrders(...args);
    await screen.findByRole('region', { name: 'Shopify connection' });
    await page.user.click(screen.getByRole('button', { name: /Sync with Shopify|Syncing\.\.\./ }));
    return page;
  };

  it('shows its progress and its result', async () => {
    const { emitIntegration } = await clickSync([anOrder()], { answers: startsSync });
    await screen.findByRole('button', { name: 'Syncing...' });
    await emitIntegration({ sync: aSync('s1') });
    await screen.findByText('Reading Shopify…');
    await emitIntegration({ sync: aSync('s1', { state: 'running', done: 1_200, total: 10_000 }) });
    await screen.findByText('Reading Shopify: 1,200 of 10,000 orders so far');
    expect(screen.getByRole('progressbar', { name: 'Sync with Shopify' }).getAttribute('aria-valuenow')).toBe('12');
    expect(toast()).toBeNull();
    const message = 'Successfully synced 9999 orders from your Shopify store. 1 order was left out.';
    await emitIntegration({
      sync: aSync('s1', { state: 'done', done: 10_000, made: 9_999, message }),
      lastSyncAt: new Date().toISOString(),
    });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Complete', description: message }));
    expect(screen.getByRole('button', { name: 'Sync with Shopify' })).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(await connection()).toContain(`Last sync: just now · ${message}`);
  });

  it('shows the count when it ends without a message', async () => {
    const { emitIntegration } = await clickSync([], { answers: startsSync });
    await emitIntegration({ sync: aSync('s1', { state: 'done', made: 3 }) });
    await waitFor(() =>
      expect(toast()).toEqual({ title: 'Sync Complete', description: 'Successfully synced 3 orders from your Shopify store' }),
    );
  });

  it('shows why it failed, in a toast and in the connection', async () => {
    const { emitIntegration } = await clickSync([], { answers: startsSync });
    const message = 'The Shopify app may not read this store.';
    await emitIntegration({ sync: aSync('s1', { state: 'failed', message }), lastError: message });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Failed', description: message }));
    expect(await connection()).toContain(`Last sync failed: ${message}`);
  });

  it('shows that it is waiting, and can be started again', async () => {
    const { emitIntegration } = await clickSync([], { answers: startsSync });
    await emitIntegration({ sync: aSync('s1', { state: 'waiting', message: 'Shopify is busy.' }) });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Failed', description: 'Shopify is busy.' }));
    expect(screen.getByText('Shopify is busy. Retrying automatically.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sync with Shopify' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('shows why it could not be started', async () => {
    const refusal = { __typename: 'Conflict', message: 'Shopify is not configured.' };
    await clickSync([], { answers: { startSync: () => refusal } });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Failed', description: refusal.message }));
  });

  it('shows an error when the server is unreachable', async () => {
    const startSync = () => {
      throw new Error('Away');
    };
    await clickSync([], { answers: { startSync } });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Failed', description: 'Failed to sync orders from Shopify' }));
    expect(screen.getByRole('button', { name: 'Sync with Shopify' })).toBeTruthy();
  });

  it('started by someone else is shown, and joined by clicking Sync', async () => {
    const sync = aSync('s1', { state: 'running', done: 50, total: 200 });
    const { emitIntegration } = await clickSync([], { answers: startsSync, connection: { sync } });
    expect(screen.getByText('Reading Shopify: 50 of 200 orders so far')).toBeTruthy();
    await emitIntegration({ sync: { ...sync, state: 'done', made: 200, message: 'All read.' } });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Complete', description: 'All read.' }));
  });

  it('started by someone else shows no toast unless joined', async () => {
    const { emitIntegration } = openOrders([], { connection: { sync: aSync('s1', { state: 'running', done: 50 }) } });
    await screen.findByRole('button', { name: 'Syncing...' });
    await emitIntegration({ sync: aSync('s1', { state: 'done', message: 'All read.' }) });
    await screen.findByRole('button', { name: 'Sync with Shopify' });
    expect(await connection()).toContain('All read.');
    expect(toast()).toBeNull();
  });
});

describe('the connection', () => {
  it('names the settings when not configured', async () => {
    openOrders([], { connection: { status: 'not_configured', lastSyncAt: null } });
    const text = await connection();
    expect(text).toContain('Not configured');
    for (const name of ['SHOPIFY_STORE_DOMAIN', 'SHOPIFY_ACCESS_TOKEN']) expect(text).toContain(name);
  });

  it('says when it is the demo shop', async () => {
    openOrders([], { connection: { status: 'demo' } });
    expect(await connection()).toMatch(/^Connected to the demo shopDemoLast sync: .+ ago/);
  });

  it.each([
    [true, 'Success', 'Connected to Brasswick Coffee.'],
    [false, 'Connection Failed', 'Shopify does not know this token.'],
  ])('is tested, and the result stays visible', async (success, title, message) => {
    const { user } = openOrders([], { answers: { testShop: () => ({ success, message }) } });
    await user.click(await screen.findByRole('button', { name: 'Test connection' }));
    await waitFor(() => expect(toast()).toEqual({ title, description: message }));
    expect(await connection()).toContain(message);
  });
});
