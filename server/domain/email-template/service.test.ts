import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmailType } from '#contract/email-template.ts';
import { AssistantUnavailable } from '#domain/failures.ts';
import type { PageRequest } from '#domain/page.ts';
import { equal } from '#domain/query/shortcuts.ts';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import type { EmailBrief } from '#server/ai/port.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const briefs: EmailBrief[] = [];
let failure: Error | null = null;
const DRAFT = { subject: 'Welcome, {{first_name}}', body: 'Hello {{customer_name}}', engine: 'parrot', tokens: null };

let app: TestApp;
let templates: Services['emailTemplates'];
let ada: Viewer;
beforeAll(async () => {
  const draftEmail = async (brief: EmailBrief) => {
    briefs.push(brief);
    if (failure) throw failure;
    return DRAFT;
  };
  app = await createTestApp({ assistant: { ...offlineAssistant(), draftEmail }, env: { COMPANY_NAME: 'Brasswick' } });
  templates = app.container.services.emailTemplates;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());
beforeEach(() => {
  briefs.length = 0;
  failure = null;
});

const FORM = {
  name: 'After a tasting',
  subject: 'Thank you, {{first_name}}',
  body: 'Dear {{customer_name}}, {{phone}}',
  type: 'follow_up',
};
const kindsOf = async (id: string) => (await eventsOf(app.container.db, id)).map(({ kind }) => kind);
const list = (type: EmailType | null, page: PageRequest) =>
  app.container.services.analyst.emailTemplates.page(ada, { filter: equal({ type }) }, page);
const newest = (type: EmailType, limit: number) =>
  app.container.services.analyst.emailTemplates.first(ada, { filter: equal({ type }) }, limit);
const listed = async (type: EmailType | null = null) => (await list(type, { first: 100 })).rows;

describe('a template', () => {
  it('is added with the variables of its text, whatever else was sent', async () => {
    const template = await templates.create(ada, { ...FORM, name: ' After a tasting ', variables: ['mine'], usageCount: 7, id: 'mine' });
    expect(template).toMatchObject({ ...FORM, variables: ['first_name', 'customer_name', 'phone'], usageCount: 0, deletedAt: null });
    expect(await eventsOf(app.container.db, template.id)).toMatchObject([
      { kind: 'email_template.created', subjectType: 'email_template', actorId: ada.id, data: { name: FORM.name, type: 'follow_up' } },
    ]);
    expect(await templates.find(SERVER, template.id)).toEqual(template);
  });

  it('is changed field by field; its variables follow, and nothing happens where nothing differs', async () => {
    const template = await templates.create(ada, FORM);
    app.clock.advance(1_000);
    const changed = await templates.update(ada, template.id, { name: FORM.name, body: 'Hello {{ Last Name }} {{' });
    expect(changed).toEqual({
      ...template,
      body: 'Hello {{ Last Name }} {{',
      variables: ['first_name', 'last_name'],
      updatedAt: app.clock.now(),
    });
    app.clock.advance(1_000);
    expect(await templates.update(ada, template.id, { body: changed.body, type: 'follow_up' })).toEqual(changed);
    expect(await eventsOf(app.container.db, template.id)).toMatchObject([
      {},
      { kind: 'email_template.updated', data: { changed: ['body'] } },
    ]);
  });

  it('lists the right variables when two people change subject and body in parallel', async () => {
    const template = await templates.create(ada, { ...FORM, subject: 'None', body: 'None' });
    await Promise.all([
      templates.update(ada, template.id, { subject: 'To {{email}}' }),
      templates.update(ada, template.id, { body: 'From {{company_name}}' }),
    ]);
    expect(await templates.find(SERVER, template.id)).toMatchObject({ variables: ['email', 'company_name'] });
  });

  it.each([{ name: '' }, { subject: ' ' }, { body: null }])('is not left with %j', async (change) => {
    const template = await templates.create(ada, FORM);
    await expect(templates.update(ada, template.id, change)).rejects.toThrow('Please fill in all required fields');
    await expect(templates.create(ada, { ...FORM, ...change })).rejects.toThrow('Please fill in all required fields');
    expect(await templates.find(SERVER, template.id)).toEqual(template);
  });

  it('that does not exist can be neither changed, deleted, restored nor personalised', async () => {
    const { id } = await app.container.services.customers.create(ada, { name: 'Jo' });
    const notFound = 'Email template not found';
    await expect(templates.update(ada, 'nothing', { name: 'X' })).rejects.toThrow(notFound);
    await expect(templates.delete(ada, 'nothing')).rejects.toThrow(notFound);
    await expect(templates.restore(ada, 'nothing')).rejects.toThrow(notFound);
    await expect(templates.personalize(ada, 'nothing', id)).rejects.toThrow(notFound);
  });
});

describe('a deleted template', () => {
  it('is in no list and cannot be used, and is restored unchanged', async () => {
    const customer = await app.container.services.customers.create(ada, { name: 'Jo' });
    const made = await templates.create(ada, { ...FORM, type: 'proposal' });
    const { template } = await templates.personalize(ada, made.id, customer.id);
    await templates.delete(ada, made.id);
    await templates.delete(ada, made.id);
    expect(await templates.find(SERVER, made.id)).toBeNull();
    expect(await app.container.services.analyst.emailTemplates.one(ada, made.id)).toBeNull();
    expect(await listed('proposal')).toEqual([]);
    expect(await newest('proposal', 10)).toEqual([]);
    expect((await templates.counts()).find(({ type }) => type === 'proposal')).toEqual({ type: 'proposal', count: 0 });
    await expect(templates.update(ada, made.id, { name: 'X' })).rejects.toThrow('Email template not found');
    await expect(templates.personalize(ada, made.id, customer.id)).rejects.toThrow('Email template not found');

    expect(await templates.restore(ada, made.id)).toEqual(template);
    expect(await templates.restore(ada, made.id)).toEqual(template);
    expect(await listed('proposal')).toEqual([template]);
    expect(await kindsOf(made.id)).toEqual([
      'email_template.created',
      'email.personalized',
      'email_template.deleted',
      'email_template.restored',
    ]);
  });

  it('is deleted once by simultaneous requests', async () => {
    const { id } = await templates.create(ada, FORM);
    await Promise.all(Array.from({ length: 4 }, () => templates.delete(ada, id)));
    expect(await kindsOf(id)).toEqual(['email_template.created', 'email_template.deleted']);
  });
});

describe('the list', () => {
  it('is newest first, by type, page by page', async () => {
    const [one, two, three] = [
      await templates.create(ada, { ...FORM, type: 'newsletter', name: '1' }),
      await templates.create(ada, { ...FORM, type: 'newsletter', name: '2' }),
      await templates.create(ada, { ...FORM, type: 'newsletter', name: '3' }),
    ];
    expect((await listed()).slice(0, 3)).toEqual([three, two, one]);
    const page = await list('newsletter', { first: 2 });
    expect([page.rows, page.hasNext, await page.total()]).toEqual([[three, two], true, 3]);
    expect((await list('newsletter', { first: 2, after: page.cursor(page.rows[1] ?? two) })).rows).toEqual([one]);
    expect(await newest('newsletter', 1)).toEqual([three]);
    expect((await templates.counts()).map(({ type }) => type)).toEqual([
      'welcome',
      'follow_up',
      'quote',
      'proposal',
      'support',
      'newsletter',
    ]);
  });
});

describe('personalising', () => {
  it('fills in what is on record, counts the use and belongs to the customer’s story', async () => {
    const customer = await app.container.services.customers.create(ada, { name: '<b>Jo</b> {{email}}', email: 'jo@example.com' });
    const { id } = await templates.create(ada, { ...FORM, body: '{{customer_name}}, {{email}}, {{phone}}; {{company_name}} {{machine}}' });
    const email = await templates.personalize(ada, id, customer.id);
    expect(email).toMatchObject({
      subject: 'Thank you, <b>Jo</b>',
      body: '<b>Jo</b> {{email}}, jo@example.com,; Brasswick {{machine}}',
      template: { id, usageCount: 1 },
      customer: { id: customer.id },
    });
    expect((await eventsOf(app.container.db, id)).at(-1)).toMatchObject({
      kind: 'email.personalized',
      customerId: customer.id,
      data: { name: FORM.name, type: 'follow_up' },
    });
  });

  it('is counted exactly when many do it in parallel', async () => {
    const customer = await app.container.services.customers.create(ada, { name: 'Jo' });
    const { id } = await templates.create(ada, FORM);
    await Promise.all(Array.from({ length: 8 }, () => templates.personalize(ada, id, customer.id)));
    expect(await templates.find(SERVER, id)).toMatchObject({ usageCount: 8 });
  });

  it('for an unknown customer changes nothing', async () => {
    const { id } = await templates.create(ada, FORM);
    await expect(templates.personalize(ada, id, 'nobody')).rejects.toThrow('Customer not found');
    expect([await templates.find(SERVER, id), await kindsOf(id)]).toMatchObject([{ usageCount: 0 }, ['email_template.created']]);
  });
});

describe('a template of the assistant', () => {
  it('is written from the request and matching training items, lists its variables, and is not stored', async () => {
    const now = app.clock.now();
    const item = { id: 'tasting', title: 'Tastings', content: 'A tasting at the office takes 45 minutes.', category: 'knowledge' as const };
    await app.container.db.prisma.trainingItem.create({ data: { ...item, createdAt: now, updatedAt: now } });
    const before = await listed();
    expect(await templates.generate(ada, { purpose: ' Invite to a tasting ', tone: null })).toEqual({
      subject: DRAFT.subject,
      body: DRAFT.body,
      engine: 'parrot',
      fallbackReason: null,
      variables: ['first_name', 'customer_name'],
    });
    expect(briefs).toMatchObject([
      { type: 'welcome', tone: 'professional', purpose: 'Invite to a tasting', context: null, knowledge: [{ id: 'tasting' }] },
    ]);
    expect(await listed()).toEqual(before);
  });

  it('that cannot be written is an error over REST and GraphQL', async () => {
    const caller = await app.signUp('grace');
    failure = new AssistantUnavailable();
    const message = 'The assistant did not answer. Please try again.';
    const { status, body } = await caller.rest.post('/api/ai/generate-email', {});
    expect([status, body]).toEqual([502, { message }]);
    const { data } = await caller.graph('mutation { generateEmail(input: {}) { __typename ... on Failure { message } } }');
    expect(data?.generateEmail).toEqual({ __typename: 'AssistantUnavailable', message });
  });

  it('does not call the assistant when the request is invalid', async () => {
    await expect(templates.generate(ada, { tone: 'rude' })).rejects.toThrow('Unknown tone');
    expect(briefs).toEqual([]);
  });
});

describe('a reply as a template', () => {
  it('is proposed from the text on the screen, without the customer’s details', async () => {
    const { customers, replies } = app.container.services;
    const { id: customerId } = await customers.create(ada, { name: 'Dana Whitfield', email: 'dana@example.com' });
    const reply = await replies.generate(ada, { customerRequest: 'How long does delivery take?', customerId });
    const before = await listed();
    const text = 'Dear Dana,\n\ntwo days. We wrote to dana@example.com.\n\nBrasswick';
    expect(await templates.fromReply(SERVER, reply.id, text)).toMatchObject({
      body: 'Dear {{first_name}},\n\ntwo days. We wrote to {{email}}.\n\n{{company_name}}',
      type: 'follow_up',
      name: expect.stringMatching(/deliver/i),
      subject: expect.stringMatching(/^Re: .*deliver/i),
    });
    expect(await listed()).toEqual(before);
  });

  it('needs a reply and a text', async () => {
    await expect(templates.fromReply(SERVER, 'nothing', 'Hello')).rejects.toThrow('Response not found');
    await expect(templates.fromReply(SERVER, 'nothing', ' ')).rejects.toThrow('Please fill in all required fields');
  });
});
