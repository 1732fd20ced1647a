import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ReplySourceKind } from '#contract/assistant.ts';
import { AssistantUnavailable } from '#domain/failures.ts';
import type { Services } from '#domain/services.ts';
import type { Viewer } from '#domain/viewer.ts';
import { offlineAssistant } from '#server/ai/offline/assistant.ts';
import type { Assistant, ReplyRequest, ReplySource } from '#server/ai/port.ts';
import { eventsOf, idOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';

const offline = offlineAssistant();
const requests: ReplyRequest[] = [];
let failure: Error | null = null;
let extraSources: readonly ReplySource[] = [];
const assistant: Assistant = {
  ...offline,
  reply: async (request, attention) => {
    requests.push(request);
    if (failure) throw failure;
    const reply = await offline.reply(request, attention);
    return { ...reply, sources: [...reply.sources, ...extraSources] };
  },
};

let app: TestApp;
let replies: Services['replies'];
let ada: Viewer;
beforeAll(async () => {
  app = await createTestApp({ assistant, env: { ASSISTANT_CONCURRENCY_PER_PERSON: '8', ASSISTANT_REQUESTS_PER_MINUTE: '1000' } });
  replies = app.container.services.replies;
  ada = await signUpViewer(app, 'ada');
});
afterAll(() => app.close());
beforeEach(() => {
  requests.length = 0;
  failure = null;
  extraSources = [];
});

const teach = (id: string, title: string, content: string, isActive = true) => {
  const now = app.clock.now();
  return app.container.db.prisma.trainingItem.create({
    data: { id, title, content, category: 'knowledge', isActive, createdAt: now, updatedAt: now },
  });
};
const item = (id: string) => app.container.db.prisma.trainingItem.findUniqueOrThrow({ where: { id } });
const counts = async () => {
  const { prisma } = app.container.db;
  return [await prisma.aiResponse.count(), await prisma.responseCitation.count(), await prisma.event.count()];
};

describe('a reply', () => {
  const question = 'How long is the warranty of the Borealis espresso machine?';

  it('changes once there is a training item that answers', async () => {
    const before = await replies.generate(ada, { customerRequest: question });
    await teach('warranty', 'Warranty of the Borealis', 'The Borealis espresso machine has a warranty of 37 months on all parts.');
    const after = await replies.generate(ada, { customerRequest: question });
    expect(before.generatedResponse).not.toContain('37 months');
    expect(after.generatedResponse).toContain('37 months');
    expect(after.confidence).toBeGreaterThan(before.confidence);
    expect((await replies.citations([before.id, after.id])).get(after.id)?.map(({ id }) => id)).toEqual(['warranty']);
    expect(await item('warranty')).toMatchObject({ usageCount: 1, effectivenessScore: 0 });
  });

  it('uses active training items only', async () => {
    await teach('retired', 'Delivery of the Borealis', 'The Borealis is delivered by balloon.', false);
    await replies.generate(ada, { customerRequest: 'How is the Borealis delivered?' });
    expect(requests[0]?.knowledge.map(({ id }) => id)).not.toContain('retired');
  });

  it('raises the score of its training items when it is marked as used, once', async () => {
    await teach('filters', 'Filters of the Solstice', 'Change the filter of the Solstice every 90 days.');
    const brief = { customerRequest: 'When do I change the filter of the Solstice?' };
    const written = [await replies.generate(ada, brief), await replies.generate(ada, brief), await replies.generate(ada, brief)];
    expect(await item('filters')).toMatchObject({ usageCount: 3, effectivenessScore: 0 });
    const [first, second] = written;
    app.clock.advance(1_000);
    const used = await replies.markUsed(ada, first?.id ?? '');
    expect(used).toMatchObject({ used: true, usedAt: app.clock.now() });
    expect((await item('filters')).effectivenessScore).toBe(33);
    app.clock.advance(1_000);
    expect(await replies.markUsed(ada, first?.id ?? '')).toEqual(used);
    expect((await item('filters')).effectivenessScore).toBe(33);
    await Promise.all(Array.from({ length: 5 }, () => replies.markUsed(ada, second?.id ?? '')));
    expect((await item('filters')).effectivenessScore).toBe(67);
    const kinds = (await eventsOf(app.container.db, second?.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(['reply.generated', 'reply.used']);
  });

  it('has its sources with the sentences that rest on them, also when an item is gone', async () => {
    await teach('lids', 'Lids of the Zephyr', 'The lid of the Zephyr kettle is made of bamboo. Customers can order a spare lid for $9.');
    const grace = await app.signUp('sources');
    const { data } = await grace.graph(
      `mutation { generateReply(input: { customerRequest: "What is the lid of the Zephyr kettle made of?" }) { ... on AiResponse { id } } }`,
    );
    const id = idOf(data?.generateReply);
    const read = async () => {
      const { data } = await grace.graph(
        `query ($id: ID!) { aiResponse(id: $id) { response sources { kind title passage ranges { start end }
          trainingItem { id } order { id } lead { id } transcription { id } } citations { id } } }`,
        { id },
      );
      return data?.aiResponse;
    };
    const source = {
      kind: 'training_item',
      title: 'Lids of the Zephyr',
      passage: 'The lid of the Zephyr kettle is made of bamboo. Customers can order a spare lid for $9.',
      ...{ order: null, lead: null, transcription: null },
    };
    const written = await app.container.db.prisma.aiResponse.findUniqueOrThrow({ where: { id } });
    const start = written.generatedResponse.indexOf('The lid');
    const sentence = 'The lid of the Zephyr kettle is made of bamboo.';
    const reply = await read();
    expect(reply).toMatchObject({ sources: [{ ...source, trainingItem: { id: 'lids' } }], citations: [{ id: 'lids' }] });
    expect(reply).toHaveProperty('sources.0.ranges.0', { start, end: start + sentence.length });
    await app.container.services.training.remove(ada, 'lids');
    expect(await read()).toMatchObject({ sources: [{ ...source, trainingItem: null }] });
    app.clock.advance(1_000);
  });

  it('rests on records of each kind, and keeps their words when they are deleted, even while it is written', async () => {
    const { services, db } = app.container;
    const lead = await services.leads.create(ada, { name: 'Beth March' });
    const call = await db.prisma.transcription.create({
      data: { id: 'call-77', content: 'Customer: Please send two.', type: 'other', createdAt: app.clock.now() },
    });
    const order = await db.prisma.order.create({
      data: {
        ...{ id: 'o-77', shopifyOrderId: '77', orderNumber: '#77', totalPrice: '5', status: 'paid' },
        ...{ createdAt: app.clock.now(), updatedAt: app.clock.now() },
      },
    });
    const source = (kind: ReplySourceKind, id: string) => ({ kind, id, title: `The ${kind}`, passage: 'As it was', ranges: [] });
    extraSources = [source('order', order.id), source('lead', lead.id), source('transcription', call.id), source('lead', 'gone')];
    const { id } = await replies.generate(ada, { customerRequest: 'Where is it?' });
    const rows = (await replies.sources(ada, [id])).get(id) ?? [];
    expect(rows).toMatchObject([
      { position: 0, kind: 'order', orderId: order.id, leadId: null, title: 'The order' },
      { position: 1, kind: 'lead', leadId: lead.id },
      { position: 2, kind: 'transcription', transcriptionId: call.id },
      { position: 3, kind: 'lead', leadId: null, passage: 'As it was' },
    ]);
    await db.prisma.order.delete({ where: { id: order.id } });
    await db.prisma.transcription.delete({ where: { id: call.id } });
    expect((await replies.sources(ada, [id])).get(id)).toMatchObject([
      { orderId: null, passage: 'As it was' },
      { leadId: lead.id },
      { transcriptionId: null },
      { leadId: null },
    ]);
  });

  it('is counted exactly when many are written in parallel', async () => {
    await teach('parking', 'Parking at the Meridian showroom', 'Parking at the Meridian showroom is free for two hours.');
    const brief = { customerRequest: 'Is parking free at the Meridian showroom?' };
    await Promise.all(Array.from({ length: 8 }, () => replies.generate(ada, brief)));
    expect(await item('parking')).toMatchObject({ usageCount: 8, effectivenessScore: 0 });
  });

  it('sends the author and the customer to the assistant, and records which model replied', async () => {
    const customer = await app.container.services.customers.create(ada, { name: 'Jo March', company: 'Orchard House' });
    const lead = await app.container.services.leads.create(ada, { name: 'Amy', value: '1250', customerId: customer.id });
    const reply = await replies.generate(ada, {
      customerRequest: '  Hello  ',
      responseType: 'support',
      customerId: customer.id,
      leadId: lead.id,
    });
    expect(requests).toMatchObject([
      {
        message: 'Hello',
        responseType: 'support',
        customer: { name: 'Jo March', company: 'Orchard House' },
        lead: { name: 'Amy', stage: 'leads', value: '1250.00' },
        agent: { name: 'ada', company: 'Your Company' },
      },
    ]);
    expect(reply).toMatchObject({ customerId: customer.id, leadId: lead.id, userId: ada.id, engine: 'offline', used: false, usedAt: null });
    expect(await eventsOf(app.container.db, reply.id)).toMatchObject([
      { kind: 'reply.generated', actorId: ada.id, customerId: customer.id, data: { responseType: 'support', engine: 'offline' } },
    ]);
  });

  it('is written to any message that can be typed', async () => {
    for (const customerRequest of [
      '?',
      '🙂'.repeat(2_000),
      'a'.repeat(20_000),
      "'; drop table leads; --",
      '\u0000hi',
      'x\ud800y 🙂',
      '<b>bold</b>',
      ':*&|!()',
      'ß'.repeat(9_000),
    ]) {
      expect((await replies.generate(ada, { customerRequest })).generatedResponse).not.toBe('');
    }
  });
});

describe('what became of a reply', () => {
  const row = (id: string) => app.container.db.prisma.aiResponse.findUniqueOrThrow({ where: { id } });
  const kindsOf = async (id: string) => (await eventsOf(app.container.db, id)).map(({ kind }) => kind);

  it('is stored with what was sent and how much of it was changed', async () => {
    const grace = await app.signUp('sender');
    const { id, generatedResponse } = await replies.generate(ada, { customerRequest: 'Do you sell gift cards?' });
    const use = (sentText: string | null) =>
      grace.graph(
        `mutation ($id: ID!, $sentText: String) { markReplyUsed(id: $id, sentText: $sentText) {
          ... on AiResponse { used sentText editDistance editedShare } ... on Failure { message } } }`,
        { id, sentText },
      );
    const edited = generatedResponse.replace('[by when]', 'tomorrow morning');
    expect(edited).not.toBe(generatedResponse);
    const words = edited.split(/\s+/).length;
    expect((await use(edited)).data?.markReplyUsed).toEqual({
      used: true,
      sentText: edited,
      editDistance: 2,
      editedShare: Math.round(2000 / words) / 1000,
    });
    const usedAt = (await row(id)).usedAt;
    app.clock.advance(1_000);
    expect((await use(null)).data?.markReplyUsed).toMatchObject({ sentText: edited, editDistance: 2 });
    expect((await use(`  ${generatedResponse} `)).data?.markReplyUsed).toMatchObject({ sentText: generatedResponse, editDistance: 0 });
    expect((await use('x'.repeat(20_001))).data?.markReplyUsed).toEqual({ message: 'Please keep this under 20,000 characters' });
    expect(await row(id)).toMatchObject({ usedAt, generatedResponse });
    expect(await kindsOf(id)).toEqual(['reply.generated', 'reply.used']);
  });

  it('is taken over REST with what was sent, or without', async () => {
    const caller = await app.signUp('rester');
    const { id } = await replies.generate(ada, { customerRequest: 'Do you sell tea?' });
    expect((await caller.rest.post(`/api/ai/responses/${id}/use`)).body).toMatchObject({ used: true, sentText: null, editDistance: null });
    const { body } = await caller.rest.post(`/api/ai/responses/${id}/use`, { sentText: 'We do.' });
    expect(body).toMatchObject({ used: true, sentText: 'We do.' });
    expect((await caller.rest.post(`/api/ai/responses/${id}/use`, { sentText: 5 })).status).toBe(400);
  });

  it('is discarded with a reason, and with an event each time the reason changes', async () => {
    const grace = await app.signUp('critic');
    const { id } = await replies.generate(ada, { customerRequest: 'Do you sell coffee?' });
    const discard = async (reason: string, note: string | null = null, reply = id) =>
      (
        await grace.graph(
          `mutation ($id: ID!, $input: DiscardReplyInput!) { discardReply(id: $id, input: $input) {
            ... on AiResponse { discardReason discardNote } ... on Failure { message } } }`,
          { id: reply, input: { reason, note } },
        )
      ).data?.discardReply;
    expect(await row(id)).toMatchObject({ discardedAt: null, discardReason: null });
    expect(await discard('outdated', ' Old prices. ')).toEqual({ discardReason: 'outdated', discardNote: 'Old prices.' });
    const { discardedAt } = await row(id);
    expect(discardedAt).toEqual(app.clock.now());
    app.clock.advance(1_000);
    await discard('outdated', 'Old prices.');
    expect((await row(id)).discardedAt).toEqual(discardedAt);
    expect(await kindsOf(id)).toEqual(['reply.generated', 'reply.discarded']);
    expect(await discard('outdated')).toEqual({ discardReason: 'outdated', discardNote: null });
    expect(await discard('tone')).toEqual({ discardReason: 'tone', discardNote: null });
    expect((await eventsOf(app.container.db, id)).map(({ data }) => data).slice(1)).toEqual([
      { reason: 'outdated' },
      { reason: 'outdated' },
      { reason: 'tone' },
    ]);
    expect(await discard('other', 'x'.repeat(501))).toEqual({ message: 'Please keep this under 500 characters' });
    expect(await discard('tone', null, 'nobody')).toEqual({ message: 'Response not found' });
    const { data } = await grace.graph(`{ aiResponseGroups(by: [{ field: discardReason }], where: { discardReason: { isNull: false } }) {
      nodes { key { discardReason } count } } }`);
    expect(data?.aiResponseGroups).toEqual({ nodes: [{ key: { discardReason: 'tone' }, count: 1 }] });
  });
});

describe('a reply that cannot be written', () => {
  it.each([
    [{ customerRequest: ' \n\t ' }, 'Please enter a customer request.'],
    [{}, 'Please enter a customer request.'],
    [{ customerRequest: 'Hello', customerId: 'nobody' }, 'Customer not found'],
    [{ customerRequest: 'Hello', leadId: 'nobody' }, 'Lead not found'],
  ])('to %j does not trouble the assistant', async (brief, message) => {
    const before = await counts();
    await expect(replies.generate(ada, brief)).rejects.toThrow(message);
    expect([requests, await counts()]).toEqual([[], before]);
  });

  it('because the assistant failed stores nothing, and returns the error over REST and GraphQL', async () => {
    const caller = await app.signUp('grace');
    const before = await counts();
    failure = new AssistantUnavailable();
    const message = 'The assistant did not answer. Please try again.';
    const { status, body } = await caller.rest.post('/api/ai/generate-response', { customerRequest: 'Hello' });
    expect([status, body]).toEqual([502, { message }]);
    const { data } = await caller.graph(
      'mutation { generateReply(input: { customerRequest: "Hello" }) { __typename ... on Failure { message } } }',
    );
    expect(data?.generateReply).toEqual({ __typename: 'AssistantUnavailable', message });
    expect(await counts()).toEqual(before);
  });

  it('because of an internal error does not blame the assistant', async () => {
    const caller = await app.signUp('linus');
    failure = new TypeError('secret detail');
    const { status, body } = await caller.rest.post('/api/ai/generate-response', { customerRequest: 'Hello' });
    expect([status, body]).toEqual([500, { message: expect.stringMatching(/^Something went wrong \([0-9a-f-]{36}\)\.$/) }]);
  });

  it('because of an unknown reply cannot be used', async () => {
    await expect(replies.markUsed(ada, 'nobody')).rejects.toThrow('Response not found');
  });
});
