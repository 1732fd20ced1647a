import { z } from 'zod';
import { badLimit, id, nonEmptyArray, type RestCase, saveId, timestamp } from './case.ts';

const Customer = z.object({
  id,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  shopifyCustomerId: z.string().nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const jo = { name: 'Jo March', email: 'jo@orchard.example', phone: '216 555 0100', company: 'Orchard & House', shopifyCustomerId: '6712' };

export const customerCalls: readonly RestCase[] = [
  {
    row: 'POST /api/customers',
    method: 'POST',
    path: () => '/api/customers',
    payload: () => jo,
    status: 201,
    schema: Customer,
    matches: () => ({ ...jo, firstName: 'Jo', lastName: 'March' }),
    saves: saveId('customer'),
    empty: 'Name is required',
    refusals: [
      { payload: {}, status: 400, message: 'Name is required' },
      { payload: { name: 'Jo', email: 'jo' }, status: 400, message: 'Invalid email' },
    ],
  },
  {
    row: 'GET /api/customers',
    method: 'GET',
    path: () => `/api/customers?search=${encodeURIComponent('orchard & h')}`,
    status: 200,
    schema: z.array(Customer).length(1),
    matches: () => [{ name: 'Jo March' }],
    refusals: badLimit('/api/customers'),
  },
  {
    row: 'GET /api/customers',
    method: 'GET',
    path: () => '/api/customers',
    status: 200,
    schema: nonEmptyArray(Customer),
  },
];
