import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { OrderDrawer } from './Orders.tsx';
import { anOrder, openOrders } from './orders.fixtures.tsx';

// As on a page that is idle.
beforeAll(async () => void (await OrderDrawer.preload()));

const address = () => screen.getByTestId('address').textContent;
const row = async (number: string) => {
  const found = (await screen.findByRole('link', { name: `Order #${number}` })).closest('li');
  if (!found) throw new Error('An order is a row');
  return found;
};
const drawer = async (name: string) => within(await screen.findByRole('dialog', { name }));
const card = (name: string) => screen.getByRole('article', { name }).textContent;

describe('the orders', () => {
  it('show five placeholder rows while loading, then number, status, customer, time and price', async () => {
    openOrders([
      anOrder('1077', { customerName: 'Dominic Raye', totalPrice: '3040.00', status: 'partially_shipped', hasDetails: false, test: true }),
      anOrder('1076', { customer: { __typename: 'Customer', id: 'c1', name: 'Petra Lindqvist' }, currency: 'EUR' }),
    ]);
    expect(screen.getByRole('status', { name: 'Loading orders' }).children).toHaveLength(5);
    expect((await row('1077')).textContent).toMatch(
      /^Order #1077partially shippedTestDominic RayeID 612044831001077.+ ago\$3,040\.00 USD$/,
    );
    expect((await row('1076')).textContent).toMatch(
      /^Order #1076paidFull order data available • Click to view detailsPetra LindqvistID .+ ago€168\.00 EUR$/,
    );
  });

  it('show an empty state', async () => {
    openOrders([]);
    expect(await screen.findByText('No orders found')).toBeTruthy();
    expect(screen.getByText(/^Orders from your Shopify store will appear here\./).textContent).toContain(
      'Make sure your Shopify integration is configured correctly.',
    );
  });

  it('are searched by number or id, with the term in the URL', async () => {
    const { user, searches } = openOrders([anOrder('1077'), anOrder('1076')]);
    await row('1077');
    await user.type(screen.getByPlaceholderText('Search orders by order number or ID...'), '1076');
    await waitFor(() => expect(screen.queryByText('Order #1077')).toBeNull());
    expect(address()).toBe('/orders?search=1076');
    expect(searches).toEqual(['', '1076']);
    expect(screen.getByText('Order #1076')).toBeTruthy();
    await user.type(screen.getByPlaceholderText('Search orders by order number or ID...'), '9');
    expect(await screen.findByText('No orders match your search criteria.')).toBeTruthy();
  });

  it('show the error and can be retried', async () => {
    let broken = true;
    const found = { eventCursor: '1', nodes: [anOrder()], pageInfo: { hasNextPage: false, endCursor: null } };
    const orders = vi.fn(() => {
      if (broken) throw new Error('Database unavailable');
      return found;
    });
    const { user } = openOrders([], { answers: { orders } });
    const alerts = await screen.findAllByRole('alert');
    broken = false;
    for (const alert of alerts) await user.click(within(alert).getByRole('button', { name: /again/ }));
    await row('1076');
    await waitFor(() => expect(card('Total Orders')).toBe('Total Orders00 included in revenue'));
  });

  it('appear live, are highlighted briefly, and are counted', async () => {
    const { emitCreate } = openOrders([anOrder('1076')]);
    await row('1076');
    await waitFor(() => expect(card('Total Orders')).toBe('Total Orders11 included in revenue'));
    await emitCreate(anOrder('1077'));
    const arrived = await row('1077');
    await waitFor(() => expect(arrived.hasAttribute('data-changed')).toBe(true));
    expect((await row('1076')).hasAttribute('data-changed')).toBe(false);
    await waitFor(() => expect(card('Total Orders')).toBe('Total Orders22 included in revenue'));
    await waitFor(() => expect(arrived.hasAttribute('data-changed')).toBe(false), { timeout: 4_000 });
  });
});

describe('the statistics', () => {
  it('show dollars first, and name other currencies', async () => {
    const revenue = [
      { currency: 'USD', orders: 30, total: '12345.60', average: '411.52' },
      { currency: 'CAD', orders: 2, total: '10.30', average: '5.15' },
    ];
    openOrders([anOrder()], { revenue });
    await waitFor(() => expect(card('Total Orders')).toBe('Total Orders132 included in revenue'));
    expect(card('Total Revenue')).toBe('Total Revenue$12,345.60$10.30 in CAD');
    expect(card('Average Order')).toBe('Average Order$411.52$5.15 in CAD');
    expect(card('This Month')).toMatch(/^This Month1\w+ \d{4}$/);
  });

  it('show no dollars when nothing was sold in dollars', async () => {
    openOrders([anOrder()], { revenue: [{ currency: 'EUR', orders: 1, total: '168.00', average: '168.00' }] });
    await waitFor(() => expect(card('Total Revenue')).toBe('Total Revenue€168.00In EUR'));
  });
});

describe('an opened order', () => {
  const petra = {
    __typename: 'Customer',
    id: 'c1',
    name: 'Petra Lindqvist',
    email: 'petra@harborlight.example',
    phone: null,
    company: null,
  };

  it('opens over the list with its own URL and closes with Escape', async () => {
    const { user } = openOrders([anOrder()], { at: '/orders?search=107' });
    await user.click(await screen.findByRole('link', { name: 'Order #1076' }));
    await drawer('Order #1076');
    expect(address()).toBe('/orders?search=107&order=1076');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/orders?search=107');
  });

  it('shows lines that add up, customer, fulfillment, times and source', async () => {
    const order = anOrder('1076', {
      status: 'partially_refunded',
      currentTotal: '68.00',
      customer: petra,
      buyer: { name: 'P. Lindqvist', email: null, phone: '+1 216 555 0101', company: 'Harborlight Inn' },
      lines: [
        { title: 'Weekday Blend, 5 lb', sku: 'CF-WKD-5', quantity: 2, price: '68.00' },
        { title: 'Tablets', sku: null, quantity: 3, price: '6.125' },
      ],
      fulfilment: {
        status: 'in_progress',
        carrier: 'Three Rivers Parcel',
        trackingNumber: 'TRP88',
        shippedAt: '2026-03-11T12:00:00.000Z',
        deliveredAt: null,
      },
      note: 'Ring at the <b>back door</b>.',
      financialStatus: 'partially_refunded',
      cancelledAt: '2026-03-12T12:00:00.000Z',
      cancelReason: 'customer',
    });
    openOrders([order], { at: '/orders?order=1076' });
    const open = await drawer('Order #1076');
    expect(open.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'ProductQuantityAmount',
      'Weekday Blend, 5 lbCF-WKD-52at $68.00$136.00',
      'Tablets3at $6.13$18.38',
      'Shipping, taxes, and discounts$13.63',
      'Total$168.00',
      'After changes and refunds$68.00',
    ]);
    expect(open.getByRole('link', { name: 'Petra Lindqvist' }).getAttribute('href')).toBe('/customers?customer=c1');
    const details = open.getAllByRole('term').map(({ textContent, nextSibling }) => `${textContent}: ${nextSibling?.textContent}`);
    expect(details).toEqual([
      'Name: Petra Lindqvist',
      'Email: petra@harborlight.example',
      'Phone: +1 216 555 0101',
      'Company: Harborlight Inn',
      'Status: In progress',
      'Carrier: Three Rivers Parcel',
      'Tracking number: TRP88',
      expect.stringMatching(/^Shipped: Mar 11, 2026, .+ ago\)$/),
      'Payment: Partially refunded',
      expect.stringMatching(/^Placed: Mar 10, 2026/),
      expect.stringMatching(/^Last updated: Mar 10, 2026/),
      expect.stringMatching(/^Cancelled: Mar 12, 2026/),
      'Cancellation reason: Customer',
      'Source: Shopify · ID 612044831001076',
    ]);
    expect(open.getByText('Ring at the <b>back door</b>.')).toBeTruthy();
  });

  it('shows a guest checkout and missing line items', async () => {
    openOrders([anOrder('1076', { hasDetails: false, customerName: 'Leo Marchetti' })], { at: '/orders?order=1076' });
    const open = await drawer('Order #1076');
    expect(open.getByText('None (guest checkout)')).toBeTruthy();
    expect(open.getByText('No line items available.')).toBeTruthy();
    expect(open.queryByRole('link')).toBeNull();
  });

  it('is updated live', async () => {
    const { emitUpdate } = openOrders([anOrder('1076', { status: 'pending' })], { at: '/orders?order=1076' });
    await (await drawer('Order #1076')).findByText('pending');
    const parcel = { status: 'fulfilled', carrier: null, trackingNumber: 'TRP99', shippedAt: null, deliveredAt: null };
    await emitUpdate('1076', { status: 'shipped', fulfilment: parcel });
    const open = await drawer('Order #1076');
    expect(open.getByText('shipped')).toBeTruthy();
    expect(open.getByText('TRP99')).toBeTruthy();
  });

  it('shows when it does not exist', async () => {
    const { user } = openOrders([anOrder()], { at: '/orders?order=gone' });
    expect(await (await drawer('Order')).findByText('Order not found')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(address()).toBe('/orders');
  });
});
