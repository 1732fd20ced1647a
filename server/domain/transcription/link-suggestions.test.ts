import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { createFixedAnalyst } from '#server/testing/analyst.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

let app: TestApp;
let calls: Services['transcriptions'];
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp({ assistant: createFixedAnalyst() });
  calls = app.container.services.transcriptions;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());

const add = (input: object = {}) => calls.add(ada, { content: 'Rep: Good morning.\nCustomer: My machine leaks.', ...input });

describe('the customer of a call', () => {
  let number = 5_550_100;
  const newPhone = () => {
    number += 1;
    return `(614) ${String(number).slice(0, 3)}-${String(number).slice(3)}`;
  };
  const customer = async (phone: string, name = 'Dana Whitfield') =>
    (await app.container.services.customers.create(ada, { name, phone, company: `${name} Ltd` })).id;
  const lead = async (phone: string, customerId: string | null = null, name = 'Dana') =>
    (await app.container.services.leads.create(ada, { name, phone, customerId })).id;

  it('is found by the caller’s number in any format', async () => {
    const phone = newPhone();
    const customerId = await customer(phone);
    const leadId = await lead(`${phone} ext. 7`, customerId);
    const digits = phone.replace(/\D/g, '');
    expect(await add({ callerPhone: `+1 ${digits}` })).toMatchObject({ customerId, leadId, callerPhone: `+1 ${digits}` });
    const said = await add({ content: `Rep: What's the best number?\nCustomer: It's ${phone}.` });
    expect(said).toMatchObject({ customerId, leadId, callerPhone: phone });
  });

  it('is the lead’s customer where only the lead has the number', async () => {
    const phone = newPhone();
    const customerId = await customer('');
    const leadId = await lead(phone, customerId);
    expect(await add({ callerPhone: phone })).toMatchObject({ customerId, leadId });
  });

  it('stays open when two have the number, or a customer and another customer’s lead', async () => {
    const shared = newPhone();
    await customer(shared);
    await customer(shared);
    expect(await add({ callerPhone: shared })).toMatchObject({ customerId: null, leadId: null });
    const torn = newPhone();
    await customer(torn);
    await lead(torn, await customer(''));
    expect(await add({ callerPhone: torn })).toMatchObject({ customerId: null, leadId: null });
  });

  it('is the customer whom a person selects, whatever the number', async () => {
    const phone = newPhone();
    await customer(phone);
    const named = await customer('');
    expect(await add({ callerPhone: phone, customerId: named })).toMatchObject({ customerId: named, leadId: null });
  });

  it('can be linked later, and unlinked', async () => {
    const named = await customer('');
    const { id } = await add();
    expect(await calls.update(ada, id, { customerId: named })).toMatchObject({ customerId: named });
    expect((await eventsOf(app.container.db, id)).at(-1)).toMatchObject({ kind: 'transcription.updated', customerId: named });
    expect(await calls.update(ada, id, { customerId: null })).toMatchObject({ customerId: null });
    expect((await eventsOf(app.container.db, id)).at(-1)).toMatchObject({ customerId: named, data: { changed: ['customerId'] } });
  });

  it('moves the lead’s last contact forward to the call, never back, and updates the board', async () => {
    const leadId = await lead('');
    const contact = async () => (await app.container.services.leads.find(SERVER, leadId))?.lastContactAt;
    app.clock.advance(60_000);
    const first = await add();
    app.clock.advance(60_000);
    const second = await add({ leadId });
    expect(await contact()).toEqual(second.createdAt);
    expect((await eventsOf(app.container.db, leadId)).at(-1)).toMatchObject({
      kind: 'lead.updated',
      data: { changed: ['lastContactAt'], stage: 'leads' },
    });
    const eventsBefore = (await eventsOf(app.container.db, leadId)).length;
    await calls.update(ada, first.id, { leadId });
    expect(await contact()).toEqual(second.createdAt);
    expect(await eventsOf(app.container.db, leadId)).toHaveLength(eventsBefore);
  });

  it('is suggested by number and by the names in the transcript, the number first', async () => {
    const phone = newPhone();
    const byPhone = await customer(phone, 'Zoe Number');
    const byName = await customer('', 'Harborview Dental');
    const leadId = await lead('', null, 'Colleen Marsh');
    await customer(phone, 'Zoe Other');
    const call = await add({ callerPhone: phone, content: 'Customer: This is Colleen Marsh from Harborview Dental.' });
    expect(await calls.suggestions(SERVER, 'customers', call)).toMatchObject([
      { reason: 'phone', said: phone },
      { id: byPhone, reason: 'phone' },
      { id: byName, reason: 'name', said: 'Harborview Dental' },
    ]);
    expect(await calls.suggestions(SERVER, 'leads', call)).toEqual([{ id: leadId, reason: 'name', said: 'Colleen Marsh' }]);
    const linked = await calls.update(ada, call.id, { customerId: byName });
    expect(await calls.suggestions(SERVER, 'customers', linked)).toEqual([]);
  });
});
