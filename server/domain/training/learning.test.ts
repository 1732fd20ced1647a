import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Services } from '#domain/services.ts';
import { SERVER, type Viewer } from '#domain/viewer.ts';
import { groupQuestions } from '#server/language/retrieval/group-questions.ts';
import { loadRetrievalModel } from '#server/language/retrieval/model.ts';
import type { Caller } from '#server/testing/caller.ts';
import { eventsOf, signUpViewer } from '#server/testing/stories.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { createKnowledgeSearch } from './knowledge-search.ts';
import { isProposable } from './phrasing-proposals.ts';
import { relevantItems } from './queries.ts';

let app: TestApp;
let services: Services;
let ada: Viewer;
let caller: Caller;
beforeAll(async () => {
  app = await createTestApp({ env: { ASSISTANT_REQUESTS_PER_MINUTE: '1000' } });
  services = app.container.services;
  ada = await signUpViewer(app, 'ada');
  caller = await app.signUp('grace');
});
afterEach(async () => {
  await prisma().replyQuestion.deleteMany();
  await prisma().trainingItem.deleteMany();
});
afterAll(() => app.close());

const prisma = () => app.container.db.prisma;
const ask = (customerRequest: string, more: object = {}) =>
  services.replies.generate(ada, { customerRequest, responseType: 'support', ...more });
const add = (title: string, content: string, alsoAskedAs: readonly string[] = []) => {
  app.clock.advance(1_000);
  return services.training.add(ada, { title, content, alsoAskedAs });
};
const sourcesOf = async (id: string) => ((await services.training.phrasings([id])).get(id) ?? []).map(({ text, source }) => [text, source]);

describe('other ways to ask', () => {
  it('are stored with their origin, one event a change, and replaced as a whole', async () => {
    const { id } = await add('Trade fairs', 'We lend machines for three days.', [
      'Machines for a fair',
      'machines for a FAIR',
      'Trade fairs!',
    ]);
    expect(await sourcesOf(id)).toEqual([['Machines for a fair', 'written']]);
    await services.training.update(ada, id, { alsoAskedAs: ['Machines for a fair', 'Do you lend out grinders?'] });
    await services.training.update(ada, id, { alsoAskedAs: ['Machines for a fair', 'Do you lend out grinders?'] });
    await services.training.update(ada, id, { alsoAskedAs: 'Do you lend out grinders?' });
    expect(await sourcesOf(id)).toEqual([['Do you lend out grinders?', 'written']]);
    expect(await services.training.find(SERVER, id)).toMatchObject({ alsoAskedAs: 'Do you lend out grinders?' });
    expect((await eventsOf(app.container.db, id)).map(({ kind, data }) => [kind, data])).toEqual([
      ['training_item.added', { title: 'Trade fairs', category: 'knowledge' }],
      ['training_item.updated', { changed: ['alsoAskedAs'] }],
      ['training_item.updated', { changed: ['alsoAskedAs'] }],
    ]);
  });

  it('find their item: word for word by the index at once, and by the full text search', async () => {
    const { id } = await add('Loan conditions', 'Machines are lent for three days, free of charge.');
    const search = createKnowledgeSearch(app.container.db);
    const question = 'Would some gizmo be around for our exhibition?';
    const best = async () => (await search.indexFor(question)).search(question)[0];
    expect((await best())?.probability ?? 0).toBeLessThan(0.5);
    app.clock.advance(1_000);
    await services.training.update(ada, id, { alsoAskedAs: [question] });
    expect(await best()).toMatchObject({ item: { id, phrasings: [question] }, probability: 0.98 });
    expect((await relevantItems(app.container.db.pool, 'gizmo', 5)).map((item) => item.id)).toEqual([id]);
    const listed = await services.analyst.trainingItems.page(ada, { filter: { matches: 'gizmo' } }, {});
    expect(listed.rows.map((row) => row.id)).toEqual([id]);
  });

  it('are read and written over GraphQL and REST', async () => {
    const { body } = await caller.rest.post('/api/ai/training-data', {
      title: 'Spare parts',
      content: 'Kept for ten years.',
      alsoAskedAs: ['Old parts?'],
    });
    const { id } = z.object({ id: z.string(), alsoAskedAs: z.tuple([z.literal('Old parts?')]) }).parse(body);
    const { data } = await caller.graph(
      `mutation ($id: ID!) {
        updateTrainingItem(id: $id, input: { alsoAskedAs: ["Old parts?", "Parts for a machine of 2009"] }) {
          ... on TrainingItem { alsoAskedAs phrasings { text source createdBy { username } } }
        }
      }`,
      { id },
    );
    expect(data).toEqual({
      updateTrainingItem: {
        alsoAskedAs: ['Old parts?', 'Parts for a machine of 2009'],
        phrasings: ['Old parts?', 'Parts for a machine of 2009'].map((text) => ({
          text,
          source: 'written',
          createdBy: { username: 'grace' },
        })),
      },
    });
  });
});

describe('an export', () => {
  it('has the other ways to ask, which can be sent back as they are', async () => {
    const { id } = await add('Spare parts', 'Kept for ten years.', ['Old parts?', 'Parts, for a "2009" machine']);
    const answer = await fetch(`${app.url}/export?noun=trainingItem&format=csv&columns=title,alsoAskedAs`, {
      headers: { cookie: caller.cookie() },
    });
    const text = await answer.text();
    expect(text).toBe('title,alsoAskedAs\r\nSpare parts,"Old parts?\nParts, for a ""2009"" machine"\r\n');
    const [, cell = ''] = /,"([\s\S]*)"\r\n$/.exec(text) ?? [];
    app.clock.advance(1_000);
    await services.training.update(ada, id, { alsoAskedAs: [] });
    const sent = { alsoAskedAs: cell.replaceAll('""', '"') };
    const { body } = await caller.rest.patch(`/api/ai/training-data/${id}`, sent);
    expect(body).toMatchObject({ alsoAskedAs: ['Old parts?', 'Parts, for a "2009" machine'] });
    expect((await services.training.find(SERVER, id))?.alsoAskedAs).toBe(sent.alsoAskedAs);
  });
});

describe('a question without an answer', () => {
  const list = () => services.unansweredQuestions.list(SERVER);

  it('is listed with its wordings, the most frequent first, until an item answers it', async () => {
    for (const message of [
      'Hello, do you offer gift vouchers?',
      'Do you offer gift vouchers?',
      'Do you have gift vouchers? Thanks, Jo',
      'Is there a museum of coffee in your building?',
    ]) {
      app.clock.advance(60_000);
      await ask(message);
    }
    const before = await list();
    expect(before.map(({ question, wordings, count }) => [question, wordings, count])).toEqual([
      ['Do you offer gift vouchers?', ['Do you have gift vouchers?'], 3],
      ['Is there a museum of coffee in your building?', [], 1],
    ]);
    expect(before[0]?.asked.map(({ text }) => text)).toEqual([
      'Do you have gift vouchers?',
      'Do you offer gift vouchers?',
      'Do you offer gift vouchers?',
    ]);
    const { data } = await caller.graph(
      '{ unansweredQuestions { question count lastAskedAt examples { text response { customerRequest } } } }',
      {},
    );
    expect(data).toMatchObject({
      unansweredQuestions: [
        { count: 3, examples: [{ response: { customerRequest: 'Do you have gift vouchers? Thanks, Jo' } }, {}, {}] },
        {},
      ],
    });

    const { id } = await add('Do you offer gift vouchers?', 'Gift vouchers are sold in the shop, from 20 dollars.', [
      'Do you have gift vouchers?',
    ]);
    expect((await list()).map(({ question }) => question)).toEqual(['Is there a museum of coffee in your building?']);
    // Without the item it is open again.
    app.clock.advance(1_000);
    await services.training.update(ada, id, { isActive: false });
    expect(await list()).toHaveLength(2);
    app.clock.advance(91 * 86_400_000);
    expect(await list()).toEqual([]);
    // The session of the other one has expired by then.
    caller = await app.signUp('edith');
  });

  it('is dismissed until it is asked again, and put back', async () => {
    for (const message of ['Do you offer gift vouchers?', 'Do you have gift vouchers?', 'Is there a museum of coffee in your building?']) {
      app.clock.advance(60_000);
      await ask(message);
    }
    const questions = async () => (await list()).map(({ question, count }) => [question, count]);
    const museum = ['Is there a museum of coffee in your building?', 1];
    const [vouchers] = await list();
    const changed = (name: string) =>
      caller.graph(`mutation ($id: ID!) { ${name}(id: $id) { __typename ... on UnansweredQuestion { question count } } }`, {
        id: vouchers?.asked[1]?.id,
      });
    app.clock.advance(1_000);
    const group = { __typename: 'UnansweredQuestion', question: vouchers?.question, count: 2 };
    expect((await changed('dismissUnansweredQuestion')).data).toEqual({ dismissUnansweredQuestion: group });
    expect(await questions()).toEqual([museum]);
    // Nothing is changed by a second click.
    await changed('dismissUnansweredQuestion');
    expect(await questions()).toEqual([museum]);
    expect((await changed('restoreUnansweredQuestion')).data).toEqual({ restoreUnansweredQuestion: group });
    expect(await questions()).toEqual([[vouchers?.question, 2], museum]);

    await changed('dismissUnansweredQuestion');
    app.clock.advance(1_000);
    await ask('Do you offer gift vouchers?');
    expect(await questions()).toEqual([['Do you offer gift vouchers?', 3], museum]);
    const { data } = await caller.graph('mutation { dismissUnansweredQuestion(id: "nothing") { __typename } }', {});
    expect(data).toEqual({ dismissUnansweredQuestion: { __typename: 'NotFound' } });
  });

  it('is not what a colleague has to do, nor what is answered', async () => {
    const { id } = await add('Opening hours', 'We are open from 9 to 5 on weekdays.');
    await ask('Please call me back tomorrow.');
    await ask('Thank you very much!');
    await ask('What are your opening hours?');
    expect(await prisma().replyQuestion.findMany({ select: { text: true, trainingItemId: true } })).toEqual([
      { text: 'What are your opening hours?', trainingItemId: id },
    ]);
  });

  it('is grouped by meaning and by the products it names, whatever the order', async () => {
    const { vectors } = loadRetrievalModel();
    const questions = [
      { text: 'How do I cancel my subscription?', count: 2 },
      { text: 'how can i cancel the subscription', count: 1 },
      { text: 'Does the Zorblatt grind beans?', count: 1 },
      { text: 'Does the Quuxomat grind beans?', count: 1 },
      { text: 'Where is your shop?', count: 1 },
    ];
    const grouped = (given: typeof questions) =>
      groupQuestions(given, vectors).then((groups) => groups.map((group) => group.map(({ text }) => text)));
    expect(await grouped(questions)).toEqual([
      ['How do I cancel my subscription?', 'how can i cancel the subscription'],
      ['Does the Quuxomat grind beans?'],
      ['Does the Zorblatt grind beans?'],
      ['Where is your shop?'],
    ]);
    expect(await grouped(questions.toReversed())).toEqual(await grouped(questions));
  });

  it('is grouped among 2,000 different ones without blocking for long', async () => {
    const { vectors } = loadRetrievalModel();
    const many = Array.from({ length: 2_000 }, (_, n) => ({
      text: `How do I ${n.toString(36)}x clean the part number ${n} of it?`,
      count: 1,
    }));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    expect(await groupQuestions(many, vectors)).toHaveLength(2_000);
    clearInterval(timer);
    expect(longest).toBeLessThan(500);
  });
});

describe('a reply that was used', () => {
  const pending = async () =>
    (await services.phrasingProposals.pending(SERVER)).map(({ id, text, count, trainingItem }) => ({
      id,
      text,
      count,
      item: trainingItem.id,
    }));

  it('proposes its question, which is accepted with one click', async () => {
    const { id } = await add('Return policy', 'Unused machines can be returned within 30 days of delivery.');
    const message = 'Can I return an unused machine?';
    for (const _ of [1, 2]) {
      const reply = await ask(message);
      await services.replies.markUsed(ada, reply.id);
      await services.replies.markUsed(ada, reply.id);
    }
    const [proposal] = await pending();
    expect(proposal).toMatchObject({ text: message, count: 2, item: id });
    app.clock.advance(1_000);
    const before = await services.training.find(SERVER, id);
    const ACCEPT = `mutation ($id: ID!) { acceptPhrasing(id: $id) { __typename ... on PhrasingProposal { state count trainingItem { alsoAskedAs } } } }`;
    const accepted = {
      acceptPhrasing: { __typename: 'PhrasingProposal', state: 'accepted', count: 2, trainingItem: { alsoAskedAs: [message] } },
    };
    expect((await caller.graph(ACCEPT, { id: proposal?.id })).data).toEqual(accepted);
    expect((await caller.graph(ACCEPT, { id: proposal?.id })).data).toEqual(accepted);
    expect((await caller.graph(ACCEPT, { id: 'nobody' })).data).toEqual({ acceptPhrasing: { __typename: 'NotFound' } });
    expect(await sourcesOf(id)).toEqual([[message, 'accepted']]);
    expect((await services.training.find(SERVER, id))?.updatedAt.getTime()).toBeGreaterThan(
      before?.updatedAt.getTime() ?? Number.POSITIVE_INFINITY,
    );
    expect((await eventsOf(app.container.db, id)).map(({ kind }) => kind)).toEqual([
      'training_item.added',
      'training_item.phrasing_proposed',
      'training_item.phrasing_proposed',
      'training_item.updated',
    ]);
    // It is a phrasing now, and not proposed again.
    await services.replies.markUsed(ada, (await ask(message)).id);
    expect(await pending()).toEqual([]);
  });

  it('never proposes a declined question again', async () => {
    const { id } = await add('Return policy', 'Unused machines can be returned within 30 days of delivery.');
    const use = async () => services.replies.markUsed(ada, (await ask('Can I return an unused machine?')).id);
    await use();
    const [proposal] = await pending();
    const { data } = await caller.graph(`mutation ($id: ID!) { declinePhrasing(id: $id) { ... on PhrasingProposal { state } } }`, {
      id: proposal?.id,
    });
    expect(data).toEqual({ declinePhrasing: { state: 'declined' } });
    await use();
    expect(await pending()).toEqual([]);
    await expect(services.phrasingProposals.accept(ada, proposal?.id ?? '')).resolves.toMatchObject({ state: 'declined' });
    expect(await sourcesOf(id)).toEqual([]);
  });

  it('proposes nothing personal, long, unclear or known', async () => {
    const item = {
      title: 'Return policy',
      content: 'Unused machines of the Heron line can be returned within 30 days.',
      alsoAskedAs: 'May I give it back?',
    };
    const judged = (text: string) => isProposable(text, item, ['Jo March', 'Plumfield']);
    expect(judged('Can I return an unused Heron?')).toBe(true);
    for (const text of [
      'Can I return order 1042?',
      'Can I return it?',
      'Can my friend Dolores return an unused machine?',
      'Can march return an unused machine?',
      'Can plumfield return a machine?',
      'Can you answer to jo@example.com about returns?',
      'return policy!',
      'may I give it back',
      'What about you?',
      `Can I return ${'a machine or '.repeat(20)}?`,
    ])
      expect([text, judged(text)]).toEqual([text, false]);
    expect(
      isProposable('Can I return a machine?', { ...item, alsoAskedAs: Array.from({ length: 50 }, (_, n) => `way ${n}`).join('\n') }, []),
    ).toBe(false);
  });

  it('does not name the customer it is for', async () => {
    await add('Return policy', 'Unused machines can be returned within 30 days of delivery.');
    const customer = await services.customers.create(ada, { name: 'Machine Mary', company: 'Unused Ltd' });
    const reply = await ask('Can mary return an unused machine?', { customerId: customer.id });
    await services.replies.markUsed(ada, reply.id);
    expect(await pending()).toEqual([]);
  });
});

describe('effectiveness', () => {
  const question = 'How often should I clean the steam wand?';
  const order = async () => {
    // Read anew by a process of its own: a running one looks at the score once an hour.
    const index = await createKnowledgeSearch(app.container.db).indexFor(question);
    return index.search(question, 2).map(({ item }) => item.id);
  };
  const rate = (id: string, usageCount: number, effectivenessScore: number) =>
    prisma().trainingItem.update({ where: { id }, data: { usageCount, effectivenessScore } });

  it('decides between items that fit equally well, once there were enough replies', async () => {
    const a = await add('Clean the steam wand', 'Wipe the wand after each drink.');
    const b = await add('Clean the steam wand', 'Wipe the wand after every drink.');
    const c = await add('Invoices', 'They come by email.');
    await rate(c.id, 100, 50);
    const equal = await order();
    expect(equal.toSorted()).toEqual([a.id, b.id].toSorted());
    const [first = '', second = ''] = equal;
    await rate(first, 40, 10);
    await rate(second, 40, 90);
    expect(await order()).toEqual([second, first]);
    await rate(first, 40, 90);
    await rate(second, 40, 10);
    expect(await order()).toEqual([first, second]);
  });

  it('moves an item little after its first reply, and not at all at the average', async () => {
    const a = await add('Clean the steam wand', 'Wipe the wand after each drink.');
    const c = await add('Invoices', 'They come by email.');
    const of = async (id: string) =>
      (await createKnowledgeSearch(app.container.db).indexFor(question)).search(question, 5).find(({ item }) => item.id === id)?.item
        .effectiveness;
    expect(await of(a.id)).toBeNull();
    await rate(c.id, 100, 40);
    await rate(a.id, 1, 0);
    expect(await of(a.id)).toBeGreaterThan(47);
    expect(await of(a.id)).toBeLessThan(50);
    await rate(a.id, 100, 40);
    expect(await of(a.id)).toBeCloseTo(50);
    await rate(a.id, 100, 100);
    expect(await of(a.id)).toBeGreaterThan(60);
  });
});
