import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { currentToast } from '#web/ui/toasts/toast.ts';
import { anOrder, aSync, openOrders } from './orders.fixtures.tsx';

const toast = () => currentToast() && { title: currentToast()?.title, description: currentToast()?.description };
const connection = async () => (await screen.findByRole('region', { name: 'Shopify connection' })).textContent;

/** A store whose next sync is s1. */
const starts = { startSync: () => ({ __typename: 'Integration', provider: 'shopify', sync: { id: 's1' } }) };

describe('a sync', () => {
  const press = async (...given: Parameters<typeof openOrders>) => {
    const world = openOrders(...given);
    await screen.findByRole('region', { name: 'Shopify connection' });
    await world.user.click(screen.getByRole('button', { name: /Sync with Shopify|Syncing\.\.\./ }));
    return world;
  };

  it('is followed to its end, and what came of it is said', async () => {
    const { stands } = await press([anOrder()], { answers: starts });
    await screen.findByRole('button', { name: 'Syncing...' });
    await stands({ sync: aSync('s1') });
    await screen.findByText('Reading Shopify…');
    await stands({ sync: aSync('s1', { state: 'running', done: 1_200, total: 10_000 }) });
    await screen.findByText('Reading Shopify: 1,200 of 10,000 orders so far');
    expect(screen.getByRole('progressbar', { name: 'Sync with Shopify' }).getAttribute('aria-valuenow')).toBe('12');
    expect(toast()).toBeNull();
    const message = 'Successfully synced 9999 orders from your Shopify store. 1 order was left out.';
    await stands({ sync: aSync('s1', { state: 'done', done: 10_000, made: 9_999, message }), lastSyncAt: new Date().toISOString() });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Complete', description: message }));
    expect(screen.getByRole('button', { name: 'Sync with Shopify' })).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(await connection()).toContain(`Last sync: just now · ${message}`);
  });

  it('that ends without a word is counted', async () => {
    const { stands } = await press([], { answers: starts });
    await stands({ sync: aSync('s1', { state: 'done', made: 3 }) });
    await waitFor(() =>
      expect(toast()).toEqual({ title: 'Sync Complete', description: 'Successfully synced 3 orders from your Shopify store' }),
    );
  });

  it('that fails says why, and keeps saying it', async () => {
    const { stands } = await press([], { answers: starts });
    const message = 'The Shopify app cannot read this store.';
    await stands({ sync: aSync('s1', { state: 'failed', message }), lastError: message });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Failed', description: message }));
    expect(await connection()).toContain(`The last try failed: ${message}`);
  });

  it('that has to wait says so, and may be asked for again', async () => {
    const { stands } = await press([], { answers: starts });
    await stands({ sync: aSync('s1', { state: 'waiting', message: 'Shopify is busy.' }) });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Failed', description: 'Shopify is busy.' }));
    expect(screen.getByText('Shopify is busy. It is tried again by itself.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sync with Shopify' }).getAttribute('aria-disabled')).toBe('false');
  });

  it('that cannot be asked for says why', async () => {
    const refusal = { __typename: 'Conflict', message: 'Shopify is not configured.' };
    await press([], { answers: { startSync: () => refusal } });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Failed', description: refusal.message }));
  });

  it('that the server does not hear of says so', async () => {
    const startSync = () => {
      throw new Error('Away');
    };
    await press([], { answers: { startSync } });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Failed', description: 'Failed to sync orders from Shopify' }));
    expect(screen.getByRole('button', { name: 'Sync with Shopify' })).toBeTruthy();
  });

  it('of somebody else is seen, and joined by asking for one', async () => {
    const sync = aSync('s1', { state: 'running', done: 50, total: 200 });
    const { stands } = await press([], { answers: starts, connection: { sync } });
    expect(screen.getByText('Reading Shopify: 50 of 200 orders so far')).toBeTruthy();
    await stands({ sync: { ...sync, state: 'done', made: 200, message: 'All read.' } });
    await waitFor(() => expect(toast()).toEqual({ title: 'Sync Complete', description: 'All read.' }));
  });

  it('of somebody else that one only watches brings no toast', async () => {
    const { stands } = openOrders([], { connection: { sync: aSync('s1', { state: 'running', done: 50 }) } });
    await screen.findByRole('button', { name: 'Syncing...' });
    await stands({ sync: aSync('s1', { state: 'done', message: 'All read.' }) });
    await screen.findByRole('button', { name: 'Sync with Shopify' });
    expect(await connection()).toContain('All read.');
    expect(toast()).toBeNull();
  });
});

describe('the connection', () => {
  it('names what to set where there is none', async () => {
    openOrders([], { connection: { status: 'not_configured', lastSyncAt: null } });
    const text = await connection();
    expect(text).toContain('Not configured');
    for (const name of ['SHOPIFY_STORE_DOMAIN', 'SHOPIFY_ACCESS_TOKEN']) expect(text).toContain(name);
  });

  it('says where it is only played', async () => {
    openOrders([], { connection: { status: 'demo' } });
    expect(await connection()).toMatch(/^Connected to the demo shopDemoLast sync: .+ ago/);
  });

  it.each([
    [true, 'Success', 'Connected to Brasswick Coffee.'],
    [false, 'Connection Failed', 'Shopify does not know this token.'],
  ])('is tested, and what the store said stays in sight', async (success, title, message) => {
    const { user } = openOrders([], { answers: { testShop: () => ({ success, message }) } });
    await user.click(await screen.findByRole('button', { name: 'Test connection' }));
    await waitFor(() => expect(toast()).toEqual({ title, description: message }));
    expect(await connection()).toContain(message);
  });
});
