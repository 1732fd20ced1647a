import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../catalogue.ts';
import { CUSTOMERS } from '../customers.ts';
import { byKey, covers, MONEY, ordered, rows } from '../expectations.ts';
import { MINUTES_PER_DAY, minutesBefore } from '../moment.ts';
import { ORDERS } from '../orders.ts';
import { toCents } from './order.ts';

const customers = byKey(CUSTOMERS);

describe('orders', () => {
  it('are of every status, and enough of them fresh', () => {
    covers(
      ORDERS.map(({ status }) => status),
      ['paid', 'pending', 'shipped', 'delivered', 'cancelled', 'refunded'],
    );
    expect(ORDERS.filter(({ created }) => minutesBefore(created) < 7 * MINUTES_PER_DAY).length).toBeGreaterThanOrEqual(6);
    expect(ORDERS.filter(({ created }) => created.daysAgo === 0).length).toBeGreaterThanOrEqual(2);
  });

  it('are numbered in the order they came', () => {
    ordered(ORDERS.map(({ created }) => created));
    for (const [index, { orderNumber }] of ORDERS.entries()) expect(orderNumber).toBe(`#${1031 + index}`);
    expect(new Set(ORDERS.map(({ shopifyOrderId }) => shopifyOrderId)).size).toBe(ORDERS.length);
  });

  it.each(rows(ORDERS))('%s adds up, delivery included', (_number, order) => {
    const { lineItems } = order.orderData;
    const cents = lineItems.reduce((sum, line) => sum + toCents(line.price) * line.quantity, 0);
    const delivery = lineItems.filter(({ sku }) => sku === CATALOGUE.delivery.sku);
    const goods = cents - delivery.reduce((sum, line) => sum + toCents(line.price) * line.quantity, 0);
    expect(order.shopifyOrderId).toMatch(/^\d{13}$/);
    expect(order.totalPrice).toMatch(MONEY);
    expect(toCents(order.totalPrice)).toBe(cents);
    expect(delivery.length).toBe(goods < 15_000 && !lineItems.some(({ sku }) => sku.endsWith('-S')) ? 1 : 0);
    const customer = order.customer === undefined ? undefined : customers.get(order.customer);
    expect(customer === undefined).toBe(order.customer === undefined);
    if (customer) expect(minutesBefore(order.created)).toBeLessThanOrEqual(minutesBefore(customer.created));
  });
});
