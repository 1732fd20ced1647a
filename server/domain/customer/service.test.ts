import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#domain/page.ts';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import type { Customer } from '#prisma/generated/client.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let customers: Services['customers'];
let lists: Services['analyst']['customers'];
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp();
  customers = app.container.services.customers;
  lists = app.container.services.analyst.customers;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

describe('a customer', () => {
  it('is added and changed, and both are in the event log', async () => {
    const customer = await customers.create(ada, { name: ' Ada Lovelace ', email: 'ada@example.com', shopifyCustomerId: '1' });
    app.clock.advance(1_000);
    const changed = await customers.update(ada, customer.id, { name: 'Ada King', email: '', shopifyCustomerId: '1' });
    expect(changed).toEqual({ ...customer, name: 'Ada King', email: null, updatedAt: app.clock.now() });
    expect(await eventsOf(app.container.db, customer.id)).toMatchObject([
      { kind: 'customer.created', actorId: ada.id, customerId: customer.id, data: { name: 'Ada Lovelace' } },
      { kind: 'customer.updated', actorId: ada.id, customerId: customer.id, data: { changed: ['name', 'email'] } },
    ]);
    app.clock.advance(1_000);
    expect(await customers.update(ada, customer.id, { name: 'Ada King', phone: ' ' })).toEqual(changed);
    expect(await eventsOf(app.container.db, customer.id)).toHaveLength(2);
  });

  it('that does not exist cannot be changed', async () => {
    await expect(customers.update(ada, 'nobody', { name: 'X' })).rejects.toThrow('Customer not found');
  });

  it('has a unique shop customer id, also under parallel requests', async () => {
    const refusal = 'Another customer already has this shop customer id.';
    const attempts = await Promise.allSettled(
      Array.from({ length: 4 }, () => customers.create(ada, { name: 'Twin', shopifyCustomerId: 'twin' })),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ name: 'Conflict', message: refusal });
    expect(await app.container.db.prisma.event.count({ where: { data: { path: ['name'], equals: 'Twin' } } })).toBe(1);
    const other = await customers.create(ada, { name: 'Other' });
    await expect(customers.update(ada, other.id, { shopifyCustomerId: 'twin' })).rejects.toThrow(refusal);
    expect(await customers.find(SERVER, other.id)).toEqual(other);
  });

  it('without a shop customer id is like any other without', async () => {
    await customers.create(ada, { name: 'None', shopifyCustomerId: '' });
    await expect(customers.create(ada, { name: 'None', shopifyCustomerId: ' ' })).resolves.toMatchObject({ shopifyCustomerId: null });
  });
});

describe('searching', () => {
  const found = async (term: string) => (await lists.first(SERVER, { filter: { matches: term } }, 100)).map(({ name }) => name).toSorted();
  beforeAll(async () => {
    for (const customer of [
      { name: '100% Coffee', phone: '+1 (555) 010-0100' },
      { name: '1000 Coffees', email: 'orders_1@example.com' },
      { name: 'back\\slash', email: 'ordersx1@example.com' },
      { name: `O'Brien "Quote" & Söhne`, company: 'Ümlaut GmbH' },
      { name: '漢字 🙂' },
      { name: 'Elena Marsh', company: 'Northlight Architects', email: 'marsh.e@northlight.example', phone: '(614) 555-0123' },
      { name: 'Marshall Elenas', company: 'Harborview', phone: '614.555.0199 ext. 7' },
      { name: 'काव्या नायर', company: 'Zoe\u0301 [x] (Pty)' },
      { name: 'Pia Lund', phone: '+46 8 555 01 230' },
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
    // Every word, in any order, anywhere.
    ['marsh elena', ['Elena Marsh', 'Marshall Elenas']],
    ['northlight elena', ['Elena Marsh']],
    ['elena harbor', ['Marshall Elenas']],
    ['elena nobody', []],
    // One or two letters begin a word: in the name, after punctuation, in the company.
    ['e', ['1000 Coffees', 'Elena Marsh', 'Marshall Elenas', 'back\\slash']],
    ['el', ['Elena Marsh', 'Marshall Elenas']],
    ['ma', ['Elena Marsh', 'Marshall Elenas']],
    ['ar', ['Elena Marsh']],
    ['br', [`O'Brien "Quote" & Söhne`]],
    ['üm', [`O'Brien "Quote" & Söhne`]],
    ['na', []],
    ['m e', ['Elena Marsh', 'Marshall Elenas']],
    ['का', ['काव्या नायर']],
    // An accent is no letter of its own: this is searched for as `e` is.
    ['e\u0301', ['1000 Coffees', 'Elena Marsh', 'Marshall Elenas', 'back\\slash']],
    ['um', [`O'Brien "Quote" & Söhne`]],
    ['sohne', [`O'Brien "Quote" & Söhne`]],
    ['zoe\u0301', ['काव्या नायर']],
    ['x]', ['काव्या नायर']],
    ['p(', []],
    ['c*', []],
    ['q?', []],
    // A phone number as anyone may write it, whole or in part.
    ['(614) 555-0123', ['Elena Marsh']],
    ['+1 614 555 0123', ['Elena Marsh']],
    ['6145550123', ['Elena Marsh']],
    ['1-614-555-0123', ['Elena Marsh']],
    ['614 555', ['Elena Marsh', 'Marshall Elenas']],
    ['(614) 555-01', ['Elena Marsh', 'Marshall Elenas']],
    ['+1 614 555', ['Elena Marsh', 'Marshall Elenas']],
    ['0123', ['Elena Marsh', 'Pia Lund']],
    ['(614) 555-0199', ['Marshall Elenas']],
    ['614-555-0199 x7', ['Marshall Elenas']],
    ['46855501230', ['Pia Lund']],
    ['08-555 012 30', ['Pia Lund']],
    ['555-0100', ['100% Coffee']],
    ['elena 614-555', ['Elena Marsh', 'Marshall Elenas']],
    ['614 555 0124', []],
    ['coffees\u0000', ['1000 Coffees']],
  ])('for %j finds exactly what contains it', async (term, names) => {
    expect(await found(term)).toEqual(names);
    const page = await lists.page(SERVER, { filter: { matches: term } }, {});
    expect(page.rows.map(({ name }) => name).toSorted()).toEqual(names);
    expect(await page.total()).toBe(names.length);
  });

  it('for nothing finds everyone', async () => {
    const all = await app.container.db.prisma.customer.count();
    for (const term of ['', '   ', '\u0000', null, undefined])
      expect(await lists.first(SERVER, { filter: { matches: term } }, 1_000)).toHaveLength(all);
  });

  it('rejects an absurdly long term', async () => {
    await expect(lists.first(SERVER, { filter: { matches: 'x'.repeat(201) } }, 1)).rejects.toThrow('Please keep this under 200 characters');
    await expect(lists.page(SERVER, { filter: { matches: 'x'.repeat(201) } }, {})).rejects.toThrow('Please keep this under 200 characters');
  });

  it('goes page by page, newest first, forwards and backwards', async () => {
    for (let number = 1; number <= 11; number += 1) await customers.create(ada, { name: `Paged ${number}`, company: 'Harbor' });
    await customers.create(ada, { name: 'Unpaged', company: 'Elsewhere' });
    const all = (await lists.first(SERVER, { filter: { matches: 'harbor paged' } }, 100)).map(({ name }) => name);
    expect(all).toEqual(Array.from({ length: 11 }, (_, index) => `Paged ${11 - index}`));
    for (const size of [1, 3, 4, 11, 12]) {
      expect(await walk('harbor paged', size, false), `${size} forwards`).toEqual(all);
      expect(await walk('harbor paged', size, true), `${size} backwards`).toEqual(all);
    }
  });

  /** Goes through all that a term finds; answers the names in the order of the list. */
  async function walk(term: string, size: number, backwards: boolean): Promise<string[]> {
    const names: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: Page<Customer> = await lists.page(
        SERVER,
        { filter: { matches: term } },
        backwards ? { last: size, before: cursor } : { first: size, after: cursor },
      );
      const here = page.rows.map(({ name }) => name);
      names.splice(backwards ? 0 : names.length, 0, ...here);
      const edge = backwards ? page.rows[0] : page.rows.at(-1);
      if (!edge || !(backwards ? page.hasPrevious : page.hasNext)) return names;
      cursor = page.cursor(edge);
    }
  }
});

describe('who has it already', () => {
  const alike = async (input: object) =>
    (await customers.similar(SERVER, input)).map(({ customer: { name }, sameEmail, samePhone }) =>
      [name, sameEmail && 'email', samePhone && 'phone'].filter(Boolean).join(' '),
    );
  let dana: Customer;
  beforeAll(async () => {
    dana = await customers.create(ada, { name: 'Dana Whitfield', email: 'Dana@Whitfield.example', phone: '(216) 555-0190' });
    await customers.create(ada, { name: 'Her Twin', email: 'twin@whitfield.example', phone: '+1 216.555.0190 ext. 4' });
  });

  it('is found by the address in any case, and by the number in any format', async () => {
    expect(await alike({ email: ' dana@whitfield.EXAMPLE ' })).toEqual(['Dana Whitfield email']);
    expect(await alike({ phone: '2165550190' })).toEqual(['Her Twin phone', 'Dana Whitfield phone']);
    expect(await alike({ phone: '1 (216) 555 0190 x9', email: 'dana@whitfield.example' })).toEqual([
      'Her Twin phone',
      'Dana Whitfield email phone',
    ]);
  });

  it('returns nobody for incomplete or empty input, and for the customer’s own details', async () => {
    for (const input of [{}, { email: '', phone: ' ' }, { email: 'dana@' }, { phone: '0190' }, { phone: '216 555' }, { email: '%' }]) {
      expect(await alike(input), JSON.stringify(input)).toEqual([]);
    }
    expect(await alike({ phone: '2165550190', exceptId: dana.id })).toEqual(['Her Twin phone']);
  });

  it('are five at most, the newest first, and do not keep anyone from saving', async () => {
    for (let number = 1; number <= 7; number += 1) await customers.create(ada, { name: `Desk ${number}`, phone: '800 555 0111' });
    expect(await alike({ phone: '8005550111' })).toEqual([7, 6, 5, 4, 3].map((number) => `Desk ${number} phone`));
  });
});
