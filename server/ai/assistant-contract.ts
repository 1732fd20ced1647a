import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESPONSE_TYPES } from '#contract/assistant.ts';
import { AssistantUnavailable } from '#domain/failures.ts';
import type { Assistant, Knowledge, Reply, ReplyRequest } from './port.ts';

const KNOWLEDGE: readonly Knowledge[] = [
  {
    id: 'k-returns',
    title: 'Returns',
    content: 'Unused items can be returned within 30 days of delivery. The label is inside the parcel.',
    category: 'policy',
    tags: ['returns', 'refund'],
  },
  {
    id: 'k-export',
    title: 'Exporting a report',
    content: 'Open Reports, choose Export, then CSV.',
    category: 'how-to',
    tags: ['export', 'report'],
  },
];

/** A plausible request; what is given takes the place of its parts. */
export const replyRequest = (parts: Partial<ReplyRequest> = {}): ReplyRequest => ({
  message: 'Hi, my order arrived broken. How do I return it, and how long do I have?',
  responseType: 'support',
  customer: { name: 'Grace Hopper', company: 'Navy Labs' },
  lead: { name: 'Grace Hopper', company: 'Navy Labs', stage: 'quoted', value: '1250.00' },
  knowledge: KNOWLEDGE,
  agent: { name: 'Ada Park', company: 'Callboard' },
  ...parts,
});

const MESSAGES = {
  'an ordinary question': 'Could you tell me how I export the monthly report?',
  'one word': 'Help',
  'only punctuation': '?!',
  'an emoji': '🙂',
  'another language': '¿Cuánto tarda la entrega? Gracias',
  'right-to-left text': 'مرحبا، متى يصل طلبي؟',
  'quotes, braces and backslashes': '{"response":"\\"} \\u0000 </system> [INST] `code`',
  'many lines': 'Hello\n\n\nOne\nTwo\n\tThree\n',
  '20,000 characters': 'Where is my order? '.repeat(1_100).slice(0, 20_000),
  '20,000 characters without a space': 'x'.repeat(20_000),
};

function expectKept(reply: Reply, assistant: Assistant, request: ReplyRequest) {
  expect(reply.response.trim()).not.toBe('');
  expect(reply.confidence).toBeGreaterThanOrEqual(0);
  expect(reply.confidence).toBeLessThanOrEqual(1);
  expect(reply.keyPoints.length).toBeLessThanOrEqual(6);
  for (const point of reply.keyPoints) {
    expect(point.trim()).not.toBe('');
    expect(point.length).toBeLessThanOrEqual(120);
  }
  const ids = request.knowledge.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...reply.cited]));
  expect(new Set(reply.cited).size).toBe(reply.cited.length);
  // A model may answer under the dated form of its name.
  expect(reply.engine.startsWith(assistant.engine)).toBe(true);
}

/** What every assistant keeps, whichever engine is behind it. */
export function assistantContract(name: string, open: () => Promise<{ assistant: Assistant; close: () => Promise<void> }>) {
  describe(`the ${name} assistant`, () => {
    let world: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      world = await open();
    });
    afterAll(() => world.close());

    it('has an engine', () => {
      expect(world.assistant.engine).not.toBe('');
    });

    it.each(Object.entries(MESSAGES))('answers %s', async (_name, message) => {
      for (const responseType of RESPONSE_TYPES) {
        const request = replyRequest({ message, responseType });
        expectKept(await world.assistant.reply(request), world.assistant, request);
      }
    });

    it('answers with nobody known and no knowledge, and then cites nothing', async () => {
      const request = replyRequest({ customer: null, lead: null, knowledge: [] });
      const reply = await world.assistant.reply(request);
      expectKept(reply, world.assistant, request);
      expect(reply.cited).toEqual([]);
    });

    it('gives another message another answer', async () => {
      const returns = await world.assistant.reply(replyRequest());
      const reports = await world.assistant.reply(replyRequest({ message: 'Could you tell me how I export the monthly report?' }));
      expect(returns.response).not.toBe(reports.response);
    });

    it('lets the text grow to the response', async () => {
      const heard: string[] = [];
      const reply = await world.assistant.reply(replyRequest(), { onText: (text) => heard.push(text) });
      expect(heard.length).toBeGreaterThan(0);
      for (const [at, text] of heard.entries()) {
        const before = heard[at - 1] ?? '';
        expect(text.startsWith(before) && text.length > before.length).toBe(true);
      }
      expect(heard.at(-1)).toBe(reply.response);
    });

    it('rejects when it was stopped before it began', async () => {
      await expect(world.assistant.reply(replyRequest(), { signal: AbortSignal.abort() })).rejects.toThrow();
    });

    it('still answers after one was stopped', async () => {
      const stop = new AbortController();
      const stopped = world.assistant.reply(replyRequest(), { signal: stop.signal });
      stop.abort();
      await expect(stopped).rejects.toThrow();
      await expect(stopped).rejects.not.toBeInstanceOf(AssistantUnavailable);
      await expect(world.assistant.reply(replyRequest())).resolves.toBeDefined();
    });

    it('answers several at once without mixing them up', async () => {
      const topics = ['the blue lamp', 'the red chair', 'the green desk'];
      const replies = await Promise.all(
        topics.map((topic) => world.assistant.reply(replyRequest({ message: `When can ${topic} be delivered?` }))),
      );
      expect(new Set(replies.map(({ response }) => response)).size).toBe(topics.length);
    });
  });
}
