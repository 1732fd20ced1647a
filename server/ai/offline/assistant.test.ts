import { describe, expect, it } from 'vitest';
import { offlineAssistant } from './assistant.ts';
import { replyTo, requestFor } from './testing/requests.ts';

const question = 'How much is the BrewPro 200, and do you deliver to Scotland?';

describe('the offline assistant', () => {
  it('names itself, counts no tokens and always says the same', async () => {
    const [first, second] = await Promise.all([replyTo(question), replyTo(question)]);
    expect(first).toEqual(second);
    expect(first).toMatchObject({ engine: 'offline', tokens: null });
    expect(first.confidence).toBeGreaterThan(0.8);
    expect(offlineAssistant().engine).toBe('offline');
  });

  it('tells the text so far, paragraph by paragraph, up to the whole reply', async () => {
    const heard: string[] = [];
    const { response } = await offlineAssistant().reply(requestFor(question), { onText: (text) => heard.push(text) });
    expect(heard.length).toBeGreaterThan(2);
    expect(heard.at(-1)).toBe(response);
    for (const [at, text] of heard.entries()) expect(text.startsWith(heard[at - 1] ?? '')).toBe(true);
  });

  it('does not begin when it was stopped before', async () => {
    const reason = new Error('The rep left');
    await expect(offlineAssistant().reply(requestFor(question), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('stops between paragraphs with the reason given', async () => {
    const controller = new AbortController();
    const reason = new Error('The rep left');
    let heard = 0;
    const onText = () => {
      heard += 1;
      controller.abort(reason);
    };
    await expect(offlineAssistant().reply(requestFor(question), { signal: controller.signal, onText })).rejects.toBe(reason);
    expect(heard).toBe(1);
  });

  it('greets whoever signed rather than whoever the record names', async () => {
    const customer = { name: 'Tom Baker', company: 'Harbour Hotel' };
    expect((await replyTo(question, { customer })).response).toMatch(/^Hi Tom,/);
    expect((await replyTo(`${question}\n\nKind regards\nJenny Osei`, { customer })).response).toMatch(/^Hi Jenny,/);
    expect((await replyTo(question, { lead: { name: 'Linda Park', company: null, stage: 'quoted', value: '900.00' } })).response).toMatch(
      /^Hi Linda,/,
    );
    expect((await replyTo(question)).response).toMatch(/^Hi,/);
  });

  it('never tells a lead what we think they are worth', async () => {
    const lead = { name: 'Linda Park', company: 'Acme', stage: 'needs_quote', value: '17640.00' };
    expect((await replyTo(question, { lead, responseType: 'sales' })).response).not.toContain('17640');
  });

  it('works without any training data, and says so by its gap and its confidence', async () => {
    const reply = await replyTo(question, { knowledge: [] });
    expect(reply.cited).toEqual([]);
    expect(reply.confidence).toBeLessThan(0.3);
    expect(reply.response).toContain('I still need to check the price of the BrewPro 200 and whether we deliver to Scotland');
  });
});
