import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiCustomer, type ApiOrder, makeOrder, stamp } from '#server/testing/emulators/shopify/orders.ts';
import { createShopTestApp, type ShopTestApp } from '#server/testing/emulators/shopify/shop-test-app.ts';

let store: ShopTestApp;
beforeAll(async () => {
  store = await createShopTestApp([]);
  // The first sync is over: from now on every customer has an event of its own.
  await store.app.container.services.orderImport.sync(store.ada);
});
afterAll(() => store.close());

const prisma = () => store.app.container.db.prisma;
let at = 0;
beforeEach(async () => {
  await prisma().order.deleteMany();
  await prisma().event.deleteMany({ where: { kind: { startsWith: 'customer' } } });
  await prisma().customer.deleteMany();
});

const jo: ApiCustomer = { id: '9001', name: 'Jo March', email: 'jo@example.com', phone: '+12165550100' };

/** An order of somebody, newer than all before. */
const bought = (customer: ApiCustomer | null, given: Partial<ApiOrder> = {}): ApiOrder => {
  at += 1;
  const updatedAt = stamp(Date.parse('2026-11-15T00:00:00Z') + at * 600_000);
  return makeOrder(at, { customer, email: null, phone: null, billing: null, updatedAt, ...given });
};

/** Syncs the orders; answers the names of their customers. */
const owners = async (...orders: ApiOrder[]) => {
  for (const order of orders) store.shop.store.put(order);
  await store.app.container.services.orderImport.sync(store.ada);
  const rows = await prisma().order.findMany({
    where: { shopifyOrderId: { in: orders.map(({ id }) => id) } },
    include: { customer: true },
  });
  return orders.map(({ id }) => rows.find(({ shopifyOrderId }) => shopifyOrderId === id)?.customer ?? null);
};
const known = (fields: { name: string; email?: string; phone?: string; shopifyCustomerId?: string }) =>
  store.app.container.services.customers.create(store.ada, fields);

describe('who bought', () => {
  it('is known by the store’s id, whatever else changed', async () => {
    const mine = await known({ name: 'Josephine', email: 'other@example.com', shopifyCustomerId: jo.id });
    expect(await owners(bought(jo), bought(jo))).toEqual([mine, mine]);
  });

  it('is known by email in any case, else by phone in any format, and is a customer of the store from then on', async () => {
    const byEmail = await known({ name: 'Josephine', email: 'JO@Example.com', phone: '555 9999' });
    const byPhone = await known({ name: 'Beth', phone: '(216) 555-0111' });
    const beth = { ...jo, id: '9002', email: 'beth@example.com', phone: '+12165550111' };
    expect(await owners(bought(jo), bought(beth))).toEqual([
      { ...byEmail, shopifyCustomerId: '9001', updatedAt: expect.any(Date) },
      { ...byPhone, shopifyCustomerId: '9002', email: 'beth@example.com', updatedAt: expect.any(Date) },
    ]);
    expect(await prisma().event.findMany({ where: { kind: 'customer.updated' }, orderBy: { id: 'asc' } })).toMatchObject([
      { subjectId: byEmail.id, actorId: store.ada.id, data: { changed: ['shopifyCustomerId'] } },
      { subjectId: byPhone.id, data: { changed: ['shopifyCustomerId', 'email'] } },
    ]);
  });

  it('is a new customer when the address belongs to another customer of the store', async () => {
    const mine = await known({ name: 'Josephine', email: 'jo@example.com', shopifyCustomerId: '1' });
    const [owner] = await owners(bought({ ...jo, phone: null }));
    expect(owner).toMatchObject({ name: 'Jo March', shopifyCustomerId: '9001' });
    expect(owner?.id).not.toBe(mine.id);
  });

  it('is one customer, however often they occur on a page, and two if two share an address', async () => {
    await known({ name: 'Josephine', email: 'jo@example.com' });
    const twin = { ...jo, id: '9003', name: 'Twin' };
    const guest = bought(null, { email: 'Jo@example.com', billing: { name: 'J. March', company: null } });
    const [one, two, other, third] = await owners(bought(jo), bought(jo), bought(twin), guest);
    expect(two).toEqual(one);
    expect(one).toMatchObject({ name: 'Josephine', shopifyCustomerId: '9001' });
    expect(other).toMatchObject({ name: 'Twin', shopifyCustomerId: '9003' });
    expect(third?.id).toBe(one?.id);
    expect(await prisma().customer.count()).toBe(2);
  });

  it('is a new customer if unknown, guests by email or phone', async () => {
    const orders = [
      bought(jo),
      bought(null, { email: 'amy@example.com', billing: { name: 'Amy March', company: 'Orchard House' } }),
      bought(null, { phone: '+12165550122' }),
      bought(null, { billing: { name: 'Only a name', company: null } }),
      bought(null),
    ];
    const found = await owners(...orders);
    expect(found).toEqual([
      expect.objectContaining({ name: 'Jo March', email: 'jo@example.com', phone: '+12165550100', shopifyCustomerId: '9001' }),
      expect.objectContaining({ name: 'Amy March', email: 'amy@example.com', company: 'Orchard House', shopifyCustomerId: null }),
      expect.objectContaining({ name: '+12165550122', phone: '+12165550122' }),
      null,
      null,
    ]);
    const events = await prisma().event.findMany({ where: { kind: 'customer.created' } });
    for (const customer of found.slice(0, 3)) expect(events.filter(({ subjectId }) => subjectId === customer?.id)).toHaveLength(1);
  });

  it('stays who it was when the store forgets them', async () => {
    const order = bought(jo);
    const [mine] = await owners(order);
    expect(await owners({ ...order, customer: null, financial: 'REFUNDED', updatedAt: '2026-11-18T00:00:00Z' })).toEqual([mine]);
  });
});
