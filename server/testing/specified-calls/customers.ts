import { z } from 'zod';
import { badLimit, id, learn, moment, type SpecifiedCall, some } from './call.ts';

const Customer = z.object({
  id,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  company: z.string().nullable(),
  shopifyCustomerId: z.string().nullable(),
  createdAt: moment,
  updatedAt: moment,
});

const jo = { name: 'Jo March', email: 'jo@orchard.example', phone: '216 555 0100', company: 'Orchard & House', shopifyCustomerId: '6712' };

export const customerCalls: readonly SpecifiedCall[] = [
  {
    row: 'POST /api/customers',
    method: 'POST',
    path: () => '/api/customers',
    payload: () => jo,
    status: 201,
    reads: Customer,
    holds: () => ({ ...jo, firstName: 'Jo', lastName: 'March' }),
    learns: learn('customer'),
    empty: 'Name is required',
    refused: [
      { payload: {}, status: 400, message: 'Name is required' },
      { payload: { name: 'Jo', email: 'jo' }, status: 400, message: 'Invalid email' },
    ],
  },
  {
    row: 'GET /api/customers',
    method: 'GET',
    path: () => `/api/customers?search=${encodeURIComponent('orchard & h')}`,
    status: 200,
    reads: z.array(Customer).length(1),
    holds: () => [{ name: 'Jo March' }],
    refused: badLimit('/api/customers'),
  },
  {
    row: 'GET /api/customers',
    method: 'GET',
    path: () => '/api/customers',
    status: 200,
    reads: some(Customer),
  },
];
