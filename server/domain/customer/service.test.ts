import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Viewer } from '#domain/viewer.ts';
import type { Services } from '#server/services.ts';
import { colleague, factsOf } from '#server/testing/stories.ts';
import { openWorld, type TestWorld } from '#server/testing/world.ts';

let home: TestWorld;
let customers: Services['customers'];
let ada: Viewer;
beforeAll(async () => {
  home = await openWorld();
  customers = home.world.services.customers;
  ada = await colleague(home, 'ada');
});
afterAll(() => home.close());

describe('a customer', () => {
  it('is added and changed, and the log tells it', async () => {
    const customer = await customers.create(ada, { name: ' Ada Lovelace ', email: 'ada@example.com', shopifyCustomerId: '1' });
    home.clock.pass(1_000);
    const changed = await customers.update(ada, customer.id, { name: 'Ada King', email: '', shopifyCustomerId: '1' });
    expect(changed).toEqual({ ...customer, name: 'Ada King', email: null, updatedAt: home.clock.now() });
    expect(await factsOf(home.world.db, customer.id)).toMatchObject([
      { kind: 'customer.created', actorId: ada.id, customerId: customer.id, data: { name: 'Ada Lovelace' } },
      { kind: 'customer.updated', actorId: ada.id, customerId: customer.id, data: { changed: ['name', 'email'] } },
    ]);
    home.clock.pass(1_000);
    expect(await customers.update(ada, customer.id, { name: 'Ada King', phone: ' ' })).toEqual(changed);
    expect(await factsOf(home.world.db, customer.id)).toHaveLength(2);
  });

  it('nobody knows cannot be changed', async () => {
    await expect(customers.update(ada, 'nobody', { name: 'X' })).rejects.toThrow('Customer not found');
  });

  it('has a shop customer id of its own, also when two come at once', async () => {
    const refusal = 'Another customer already has this shop customer id.';
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () => customers.create(ada, { name: 'Twin', shopifyCustomerId: 'twin' })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ name: 'Conflict', message: refusal });
    expect(await home.world.db.prisma.event.count({ where: { data: { path: ['name'], equals: 'Twin' } } })).toBe(1);
    const other = await customers.create(ada, { name: 'Other' });
    await expect(customers.update(ada, other.id, { shopifyCustomerId: 'twin' })).rejects.toThrow(refusal);
    expect(await customers.find(other.id)).toEqual(other);
  });

  it('without a shop customer id is like any other without', async () => {
    await customers.create(ada, { name: 'None', shopifyCustomerId: '' });
    await expect(customers.create(ada, { name: 'None', shopifyCustomerId: ' ' })).resolves.toMatchObject({ shopifyCustomerId: null });
  });
});

describe('searching', () => {
  const found = async (term: string) => (await customers.newest(term, 100)).map(({ name }) => name).toSorted();
  beforeAll(async () => {
    for (const customer of [
      { name: '100% Coffee', phone: '+1 (555) 010-0100' },
      { name: '1000 Coffees', email: 'orders_1@example.com' },
      { name: 'back\\slash', email: 'ordersx1@example.com' },
      { name: `O'Brien "Quote" & Söhne`, company: 'Ümlaut GmbH' },
      { name: '漢字 🙂' },
    ]) {
      await customers.create(ada, customer);
    }
  });

  it.each([
    ['100%', ['100% Coffee']],
    ['%', ['100% Coffee']],
    ['_', ['1000 Coffees']],
    ['orders_1', ['1000 Coffees']],
    ['\\', ['back\\slash']],
    ['\\s', ['back\\slash']],
    ["o'brien", [`O'Brien "Quote" & Söhne`]],
    ['"quote"', [`O'Brien "Quote" & Söhne`]],
    ['ÜMLAUT', [`O'Brien "Quote" & Söhne`]],
    ['010-0100', ['100% Coffee']],
    ['字', ['漢字 🙂']],
    ['🙂', ['漢字 🙂']],
    ["'; drop table customers; --", []],
    ['COFFEE', ['100% Coffee', '1000 Coffees']],
    ['  coffees  ', ['1000 Coffees']],
    ['coffees\u0000', ['1000 Coffees']],
  ])('for %j finds exactly what contains it', async (term, names) => {
    expect(await found(term)).toEqual(names);
    const page = await customers.list(term, {});
    expect(page.rows.map(({ name }) => name).toSorted()).toEqual(names);
    expect(await page.total()).toBe(names.length);
  });

  it('for nothing finds everyone', async () => {
    const all = await home.world.db.prisma.customer.count();
    for (const term of ['', '   ', '\u0000', null, undefined]) expect(await customers.newest(term, 1_000)).toHaveLength(all);
  });

  it('for more than anyone types is refused', async () => {
    expect(() => customers.newest('x'.repeat(201), 1)).toThrow('Please keep this under 200 characters');
  });
});
