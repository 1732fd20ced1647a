import { expect, it } from 'vitest';
import { totalsByCurrency } from './RecentOrders.tsx';

const dollars = (...amounts: string[]) => amounts.map((totalPrice) => ({ currency: 'USD', totalPrice }));

it.each([
  [['0.10', '0.20'], '0.30'],
  [['1250.00', '349.99', '89.5'], '1689.49'],
  [['99999999.99', '99999999.99', '0.02'], '200000000.00'],
  [['5', '-7.25'], '-2.25'],
])('adds %j to %s, to the cent', (amounts, total) => {
  expect(totalsByCurrency(dollars(...amounts))).toEqual([{ currency: 'USD', total }]);
});

it('keeps currencies apart, with dollars first', () => {
  const euros = [
    { currency: 'EUR', totalPrice: '7.00' },
    { currency: 'EUR', totalPrice: '0.50' },
  ];
  expect(totalsByCurrency([...euros, ...dollars('3.00')])).toEqual([
    { currency: 'USD', total: '3.00' },
    { currency: 'EUR', total: '7.50' },
  ]);
  expect(totalsByCurrency([])).toEqual([]);
});
