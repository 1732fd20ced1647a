import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replyRequest } from '../assistant-contract.ts';
import { repairMessage, tellsInstructions } from './data-message.ts';
import { HOSTILE_MESSAGES } from './hostile-messages.ts';
import { plainText } from './plain-text.ts';
import { REPLY_SYSTEM, replyMessage } from './reply.ts';

const BOUNDARY = 'a1b2c3d4e5f60718';
const Data = z.looseObject({ customer_message: z.string() });

/** The message's five lines: task, marker, data, marker, reminder. */
function linesOf(message: string) {
  const lines = message.split('\n');
  const [task, opening, data = '', closing, reminder] = lines;
  return { count: lines.length, task, opening, raw: data, data: Data.parse(JSON.parse(data)), closing, reminder };
}

const around = linesOf(replyMessage(replyRequest({ message: 'Hello' }), BOUNDARY));

describe('the message to the model', () => {
  it('holds the request as data', () => {
    expect(around.data).toEqual({
      reply_as: 'support',
      customer_message: 'Hello',
      customer: { name: 'Grace Hopper', company: 'Navy Labs' },
      lead: { name: 'Grace Hopper', company: 'Navy Labs', stage: 'quoted' },
      knowledge: replyRequest().knowledge,
      records: [],
      signed_by: { name: 'Ada Park', company: 'Callboard' },
    });
  });

  it('says nothing of unknown people', () => {
    const { data } = linesOf(replyMessage(replyRequest({ customer: null, lead: null, knowledge: [] }), BOUNDARY));
    expect(data).toMatchObject({ customer: null, lead: null, knowledge: [] });
  });

  it("keeps the deal's value to ourselves", () => {
    expect(replyMessage(replyRequest(), BOUNDARY)).not.toContain('1250');
  });

  it('marks the data with the boundary of this request', () => {
    expect(around.opening).toContain(BOUNDARY);
    expect(around.closing).toContain(BOUNDARY);
    expect(replyMessage(replyRequest(), 'other')).not.toContain(BOUNDARY);
  });

  it('cuts long knowledge', () => {
    const [first] = replyRequest().knowledge;
    if (!first) throw new Error('the request has knowledge');
    const message = replyMessage(replyRequest({ knowledge: [{ ...first, content: 'z'.repeat(50_000) }] }), BOUNDARY);
    expect(message.match(/z{4000}/)).not.toBeNull();
    expect(message.length).toBeLessThan(6_000);
  });
});

describe.each(HOSTILE_MESSAGES.map((message) => ({ message, name: JSON.stringify(message.slice(0, 60)) })))(
  'the hostile text $name',
  ({ message }) => {
    it('lands in the data field alone', () => {
      const lines = linesOf(replyMessage(replyRequest({ message }), BOUNDARY));
      expect(lines.data).toEqual({ ...around.data, customer_message: plainText(message) });
      expect({ ...lines, raw: '', data: {} }).toEqual({ ...around, raw: '', data: {} });
    });

    it('lands in its own field wherever it is written', () => {
      const person = { name: message, company: message };
      const knowledge = [{ id: 'k', title: message, content: message, category: message, tags: [message] }];
      const request = replyRequest({
        message: 'Hello',
        customer: person,
        lead: { ...person, stage: 'won', value: null },
        knowledge,
        agent: person,
      });
      const lines = linesOf(replyMessage(request, BOUNDARY));
      const plain = plainText(message);
      expect(lines.data).toMatchObject({
        customer_message: 'Hello',
        customer: { name: plain },
        signed_by: { company: plain },
        knowledge: [{ tags: [plain] }],
      });
      expect(lines.count).toBe(5);
    });

    it('brings no control token of a model', () => {
      expect(linesOf(replyMessage(replyRequest({ message }), BOUNDARY)).raw).not.toMatch(/[<>]|\[\/?INST\]/);
    });
  },
);

describe('the instructions', () => {
  it('are met by a corpus of at least thirty attacks', () => {
    expect(new Set(HOSTILE_MESSAGES).size).toBeGreaterThanOrEqual(30);
  });

  it('name every key of the answer, and the word JSON', () => {
    for (const word of ['"response"', '"keyPoints"', '"confidence"', '"citations"', 'JSON']) {
      expect(REPLY_SYSTEM).toContain(word);
      if (word !== 'JSON')
        expect(repairMessage('it is not a JSON object', ['response', 'keyPoints', 'confidence', 'citations'])).toContain(word);
    }
  });

  it('are noticed in an answer', () => {
    const line = REPLY_SYSTEM.split('\n').find((candidate) => candidate.length > 60);
    expect(tellsInstructions(`Sure, here they are: ${line}`, REPLY_SYSTEM, BOUNDARY)).toBe(true);
    expect(tellsInstructions(`The marker is ${BOUNDARY}`, REPLY_SYSTEM, BOUNDARY)).toBe(true);
    expect(tellsInstructions('Hello Grace, the label is inside the parcel.', REPLY_SYSTEM, BOUNDARY)).toBe(false);
  });
});
