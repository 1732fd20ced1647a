import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import type { Caller } from '#server/testing/caller.ts';
import { makeOrder, stamp } from '#server/testing/emulators/shopify/orders.ts';
import { createShopTestApp, type ShopTestApp } from '#server/testing/emulators/shopify/shop-test-app.ts';
import { importer } from '#server/testing/imports.ts';
import { signUpViewer } from '#server/testing/stories.ts';

// Ada imports; Nora, Nick and Priya are given rows. Nick and Priya are in North.
let store: ShopTestApp;
let ada: Viewer;
let bob: Viewer;
const ids = new Map<string, string>();
const idOf = (name: string) => ids.get(name) ?? '';
const nameOf = (id: string | null) => [...ids].find(([, each]) => each === id)?.[0] ?? id;
let north: string;
let carl: Caller;

const services = () => store.app.container.services;
const prisma = () => store.app.container.db.prisma;
const rules = () => services().assignmentRules;
const leadRule = { name: 'Leads', appliesTo: ['imported_lead'], method: 'round_robin' };
const NOBODY = { teamIds: [], peopleIds: [] };
const add = (fields: object) => rules().create(ada, { ...leadRule, peopleIds: ['nora', 'nick', 'priya'].map(idOf), ...fields });
const person = (name: string, changes: object) => services().people.changePerson(ada, idOf(name), changes);

let number = 0;
const rowsOf = (count: number, fields: object = {}) =>
  Array.from({ length: count }, () => {
    number += 1;
    return { name: `Row ${String(number).padStart(4, '0')}`, email: `row${number}@example.com`, ...fields };
  });
const importLeads = (rows: readonly object[], who = ada) => services().imports.upsertRows(who, 'lead', rows, null);
/** The owners of leads that were imported, in the order of the file. */
const leads = () => prisma().lead.findMany({ orderBy: { name: 'asc' } });
const owners = async () => (await leads()).map(({ ownerId }) => nameOf(ownerId));

beforeAll(async () => {
  store = await createShopTestApp([]);
  ada = store.ada;
  ids.set('ada', ada.id);
  await services().orderImport.sync(ada);
  bob = await signUpViewer(store.app, 'bob');
  carl = await store.app.signUp('carl');
  for (const name of ['nora', 'nick', 'priya']) ids.set(name, (await signUpViewer(store.app, name)).id);
  ids.set('bob', bob.id);
  await prisma().user.update({ where: { id: ada.id }, data: { roleKey: 'admin' } });
  await store.app.container.directory.reload();
  north = (await services().people.createTeam(ada, { name: 'North' })).id;
  for (const name of ['nick', 'priya']) await person(name, { teamId: north });
});
afterAll(() => store.close());

beforeEach(async () => {
  await prisma().assignmentRule.deleteMany();
  await prisma().transcription.deleteMany();
  await prisma().lead.deleteMany();
  await prisma().order.deleteMany();
  await prisma().customer.deleteMany();
  await prisma().user.updateMany({ data: { capacity: null, absentFrom: null, absentUntil: null, isActive: true } });
});

describe('imported leads', () => {
  it('go round, and on where the last import stopped; who is named in the file wins', async () => {
    await add({ name: 'West coast' });
    await importLeads(rowsOf(10));
    expect(await owners()).toEqual(['nora', 'nick', 'priya', 'nora', 'nick', 'priya', 'nora', 'nick', 'priya', 'nora']);
    const { rows } = await importLeads([...rowsOf(1, { ownerId: 'bob' }), ...rowsOf(1), ...rowsOf(1, { ownerId: 'sven' })]);
    expect((await owners()).slice(10)).toEqual(['bob', 'nick']);
    expect(rows[2]?.problem).toMatch(/^Owner: No active account/);
    const [first, ...others] = await leads();
    expect(first).toMatchObject({ assignmentReason: 'Round robin of rule “West coast”' });
    expect(others.at(-2)).toMatchObject({ assignmentRuleId: null, assignmentReason: null });
  });

  it('belong to the importer where no rule fits', async () => {
    await add({ sources: ['referral'] });
    await add({ name: 'Off', isActive: false });
    await importLeads(rowsOf(1));
    await importLeads(rowsOf(1, { source: 'referral' }));
    expect(await owners()).toEqual(['ada', 'nora']);
  });

  it('go to whoever has the fewest open leads, in turn where they have equally many', async () => {
    await add({ name: 'Level', method: 'least_open_leads' });
    await services().leads.create(ada, { name: 'A', ownerId: idOf('nora') });
    const won = await services().leads.create(ada, { name: 'B', ownerId: idOf('nick') });
    await services().leads.move(ada, won.id, 'won');
    await importLeads(rowsOf(5));
    expect((await owners()).slice(2)).toEqual(['nick', 'priya', 'nora', 'nick', 'priya']);
    await importLeads(rowsOf(1));
    expect((await owners()).at(-1)).toBe('nora');
    expect((await leads()).at(-1)?.assignmentReason).toBe('Fewest open leads of rule “Level”');
  });

  it('reach a capacity in the middle of a batch, and go to the next rule and then to the importer', async () => {
    await add({ name: 'First', peopleIds: [idOf('nora'), idOf('nick')] });
    await add({ name: 'Second', peopleIds: [idOf('priya')] });
    await person('nora', { capacity: 2 });
    await person('nick', { capacity: 1 });
    await person('priya', { capacity: 1 });
    await importLeads([...rowsOf(1, { stage: 'won' }), ...rowsOf(5)]);
    expect(await owners()).toEqual(['nora', 'nick', 'nora', 'nora', 'priya', 'ada']);
    const reasons = (await leads()).map(({ assignmentReason }) => assignmentReason);
    expect(reasons.slice(3)).toEqual([
      'Round robin of rule “First”, skipped nick (at capacity)',
      'Round robin of rule “Second”, nobody of rule “First” is available: nick (at capacity), nora (at capacity)',
      'Nobody of rule “First” is available: nick (at capacity), nora (at capacity), nobody of rule “Second” is available: priya (at capacity)',
    ]);
  });

  it('skip who is absent, from the beginning of the absence to its end', async () => {
    await add({ peopleIds: [idOf('nora'), idOf('priya')] });
    const at = (hours: number) => new Date(store.app.clock.now().getTime() + hours * 3_600_000);
    await person('priya', { absentFrom: at(1), absentUntil: at(2) });
    await importLeads(rowsOf(2));
    store.app.clock.advance(3_600_000);
    await importLeads(rowsOf(2));
    expect((await leads()).at(-1)?.assignmentReason).toBe('Round robin of rule “Leads”, skipped priya (absent)');
    store.app.clock.advance(3_600_000);
    await importLeads(rowsOf(2));
    expect(await owners()).toEqual(['nora', 'priya', 'nora', 'nora', 'priya', 'nora']);
    for (const name of ['nora', 'priya']) await person(name, { absentFrom: at(-1), absentUntil: null });
    await importLeads(rowsOf(1));
    expect((await owners()).at(-1)).toBe('ada');
  });

  it('skip who left; a rule without anybody leaves them to the next', async () => {
    await add({ name: 'Gone', peopleIds: [], teamIds: [north] });
    await add({ name: 'Rest', peopleIds: [idOf('nora')] });
    await prisma().user.updateMany({ where: { teamId: north }, data: { isActive: false } });
    await importLeads(rowsOf(1));
    expect(await leads()).toMatchObject([
      {
        ownerId: idOf('nora'),
        assignmentReason: 'Round robin of rule “Rest”, nobody of rule “Gone” is available: nick (deactivated), priya (deactivated)',
      },
    ]);
  });

  it('go by the beginning of their phone number', async () => {
    await add({ name: 'Ohio', phonePrefixes: ['+1 614', '001 (380)'], peopleIds: [idOf('nora')] });
    await add({ name: 'Germany', phonePrefixes: ['+49'], peopleIds: [idOf('nick')] });
    const phones = ['+1 614 555 0100', '(614) 555-0101', '380-555-0102', '+49 30 901820', '030 901820', '+1 216 555 0103', undefined];
    await importLeads(phones.flatMap((phone) => rowsOf(1, { phone })));
    expect(await owners()).toEqual(['nora', 'nora', 'nora', 'nick', 'ada', 'ada', 'ada']);
  });

  it('of two imports at once, and with customers beside them, go round and respect a capacity', async () => {
    await add({ appliesTo: ['imported_lead', 'imported_customer'], peopleIds: [idOf('nora'), idOf('nick')] });
    await person('nora', { capacity: 20 });
    const customers = rowsOf(30);
    await Promise.all([
      importLeads(rowsOf(30)),
      importLeads(rowsOf(30), bob),
      services().imports.upsertRows(bob, 'customer', customers, null),
    ]);
    const count = async (name: string) => (await owners()).filter((each) => each === name).length;
    expect(await count('nora')).toBeLessThanOrEqual(20);
    expect((await count('nora')) + (await count('nick'))).toBe(60);
    expect(await prisma().customer.count({ where: { ownerId: null } })).toBe(0);
  });

  it('by a file keep their owner’s turn when the import is undone', async () => {
    await add({});
    const file = importer(carl);
    const { id } = await file.bring('name,email\nAmy,amy@example.com\nBeth,beth@example.com\n', 'lead');
    expect(await owners()).toEqual(['nora', 'nick']);
    await file.undo(id);
    await importLeads(rowsOf(1));
    expect(await owners()).toEqual(['priya']);
  });
});

describe('others', () => {
  const shopRule = { name: 'Shop', appliesTo: ['shop_customer'] };

  it('customers of the shop go by a rule, those who are known stay with their owner, and without a rule they are nobody’s', async () => {
    const buy = async (at: number) => {
      const updatedAt = stamp(Date.parse('2026-11-15T00:00:00Z') + at * 600_000);
      const customer = { id: `70${at}`, name: `Buyer ${at}`, email: `buyer${at}@example.com`, phone: '+16145550100' };
      store.shop.store.put(makeOrder(900 + at, { customer, updatedAt }));
      await services().orderImport.sync(ada);
      return prisma().customer.findFirstOrThrow({ where: { email: customer.email } });
    };
    expect(await buy(1)).toMatchObject({ ownerId: null, assignmentReason: null });
    const { id } = await add(shopRule);
    const created = await buy(2);
    expect(created).toMatchObject({ ownerId: idOf('nora'), assignmentRuleId: id, assignmentReason: 'Round robin of rule “Shop”' });
    expect(await prisma().event.findFirst({ where: { kind: 'customer.created', subjectId: created.id } })).toMatchObject({
      ownerId: idOf('nora'),
    });
    await services().customers.create(bob, { name: 'Buyer 3', email: 'buyer3@example.com' });
    expect(await buy(3)).toMatchObject({ ownerId: bob.id, assignmentReason: null });
  });

  it('calls belong to the owner of their lead or customer, else go by a rule, else are nobody’s', async () => {
    const call = async (id: string, customerPhone: string) => {
      const transcript = 'Rep: Hello.\nCustomer: Hi.';
      await services().transcriptions.take({ ...SERVER, id: null }, { id, transcript, duration: 10, customerPhone, startedAt: null });
      return prisma().transcription.findUniqueOrThrow({ where: { externalId: id } });
    };
    expect(await call('A1', '+16145550199')).toMatchObject({ repId: null, assignmentReason: null });
    await add({ name: 'Calls', appliesTo: ['telephony_call'], phonePrefixes: ['+1614'] });
    await services().customers.create(bob, { name: 'Known', phone: '614 555 0111' });
    expect(await call('A2', '+16145550111')).toMatchObject({
      repId: bob.id,
      assignmentRuleId: null,
      assignmentReason: 'Owner of the customer',
    });
    expect(await call('A3', '+16145550122')).toMatchObject({ repId: idOf('nora'), assignmentReason: 'Round robin of rule “Calls”' });
    expect(await call('A4', '+492161234567')).toMatchObject({ repId: null, assignmentReason: null });
  });

  it('imported customers go by the rules for them', async () => {
    await add({ appliesTo: ['imported_customer'], method: 'least_open_leads' });
    await services().imports.upsertRows(ada, 'customer', rowsOf(4), null);
    const customers = await prisma().customer.findMany({ orderBy: { name: 'asc' } });
    expect(customers.map(({ ownerId }) => nameOf(ownerId))).toEqual(['nora', 'nick', 'priya', 'nora']);
  });
});

describe('a reason', () => {
  it('is shown in GraphQL and REST, and ends when the owner changes, in a form or by a file', async () => {
    const { id: ruleId } = await add({});
    await importLeads(rowsOf(2));
    const [one, other] = await leads();
    const { data } = await carl.graph(`{ lead(id: "${one?.id}") { assignmentRuleId assignmentReason } }`);
    expect(data).toEqual({ lead: { assignmentRuleId: ruleId, assignmentReason: 'Round robin of rule “Leads”' } });
    expect((await carl.rest.get(`/api/leads/${one?.id}`)).body).toMatchObject({ assignmentRuleId: ruleId });
    await services().leads.update(ada, one?.id ?? '', { company: 'Acme' });
    expect((await leads())[0]?.assignmentReason).not.toBeNull();
    expect(await services().leads.update(ada, one?.id ?? '', { ownerId: bob.id })).toMatchObject({
      assignmentRuleId: null,
      assignmentReason: null,
    });
    await importLeads([{ name: other?.name, email: other?.email, ownerId: 'bob' }]);
    expect((await leads())[1]).toMatchObject({ ownerId: bob.id, assignmentReason: null });
  });
});

describe('the rules', () => {
  it('are tried in their order, which can be changed, and tell beforehand who would get a row', async () => {
    const first = await add({ name: 'First', phonePrefixes: ['+49'], peopleIds: [idOf('nick')] });
    const second = await add({ name: 'Second', peopleIds: [idOf('nora')] });
    const ask = (phone: string | null) => rules().preview(ada, { appliesTo: 'imported_lead', source: 'website', phone });
    expect(await ask('+49 30 901820')).toMatchObject({ ownerId: idOf('nick'), ruleId: first.id });
    expect(await ask('anonymous')).toMatchObject({ ownerId: idOf('nora') });
    expect(await rules().preview(ada, { appliesTo: 'shop_customer' })).toEqual({ ownerId: null, ruleId: null, reason: null });
    await expect(rules().reorder(ada, [second.id])).rejects.toThrow('Somebody else added or deleted a rule');
    expect((await rules().reorder(ada, [second.id, first.id])).map(({ name }) => name)).toEqual(['Second', 'First']);
    expect(await ask('+49 30 901820')).toMatchObject({ ownerId: idOf('nora') });
    expect((await rules().list(ada)).map(({ lastAssigned }) => lastAssigned)).toEqual([null, null]);
    await rules().update(ada, second.id, { ...leadRule, name: 'Renamed', peopleIds: [idOf('priya')] });
    await rules().remove(ada, first.id);
    expect(await rules().list(ada)).toMatchObject([{ name: 'Renamed', people: [{ username: 'priya' }] }]);
    const where = { kind: 'assignment_rule.changed', subjectId: { in: [first.id, second.id] } };
    const events = await prisma().event.findMany({ where, orderBy: { id: 'asc' } });
    expect(events.map(({ data }) => data)).toEqual([
      { change: 'created', name: 'First', changed: [] },
      { change: 'created', name: 'Second', changed: [] },
      { change: 'reordered', name: 'Second', changed: [] },
      { change: 'reordered', name: 'First', changed: [] },
      { change: 'updated', name: 'Renamed', changed: ['name', 'peopleIds'] },
      { change: 'deleted', name: 'First', changed: [] },
    ]);
  });

  it.each([
    ['nobody', NOBODY, 'Choose people or teams'],
    ['a number without a country', { phonePrefixes: ['614'] }, 'A prefix is + and the country code'],
    ['sources of what has none', { appliesTo: ['shop_customer'], sources: ['website'] }, 'Only leads have a source'],
    ['no rows', { appliesTo: [] }, 'Choose what the rule applies to'],
    ['somebody unknown', { peopleIds: ['nobody'] }, 'User not found'],
    ['an unknown team', { teamIds: ['nowhere'] }, 'Team not found'],
  ])('refuse %s', async (_what, fields, message) => {
    const failure = await add(fields).catch((error: unknown) => error);
    expect(JSON.stringify([failure, String(failure)])).toContain(message);
  });

  it('are for those who may configure the workspace', async () => {
    await expect(rules().list(bob)).rejects.toThrow('Your role does not let you configure workspace settings');
    await expect(rules().create(bob, {})).rejects.toThrow('Your role does not let you');
    const token: Viewer = { ...ada, credential: { kind: 'token', id: 'token', expiresAt: null, scope: 'write', permissions: null } };
    await expect(rules().list(token)).rejects.toThrow('an API token cannot');
  });

  it('are no more than fifty', async () => {
    const at = store.app.clock.now();
    const rule = { ...leadRule, isActive: true, peopleIds: [], createdAt: at, updatedAt: at };
    await prisma().assignmentRule.createMany({ data: Array.from({ length: 50 }, (_, n) => ({ ...rule, id: `rule${n}`, position: n })) });
    await expect(add({})).rejects.toThrow('There can be at most 50 assignment rules.');
  });
});
