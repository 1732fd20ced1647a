import { describe, expect, it, vi } from 'vitest';
import { answers, late, respondWith } from '#server/testing/emulators/openai/answers.ts';
import { rejects } from '#server/testing/emulators/openai/failures.ts';
import { contentOf } from '#server/testing/emulators/openai/request.ts';
import { coachingBrief, replyRequest } from '../assistant-contract.ts';
import { HOSTILE_MESSAGES } from '../prompts/hostile-messages.ts';
import { plainText } from '../prompts/plain-text.ts';
import { REPLY_SYSTEM } from '../prompts/reply.ts';
import { KEY, openAssistant } from './testing.ts';

const WRONG_SHAPE = JSON.stringify({ answer: 'Hello', confidence: 'high' });

describe('a reply', () => {
  it('is what the model said, with its name and the tokens it counted', async () => {
    await using world = await openAssistant();
    world.model.next(
      answers(
        {
          response: 'Hello Grace',
          keyPoints: ['Return'],
          confidence: 0.9,
          citations: [
            { id: 'k-export', quote: 'open  reports, choose Export' },
            { id: 'k-none', quote: 'Open Reports' },
          ],
        },
        { model: 'gpt-test-2026' },
      ),
    );
    const reply = await world.assistant.reply(replyRequest());
    expect(reply).toMatchObject({
      response: 'Hello Grace',
      keyPoints: ['Return'],
      confidence: 0.72,
      cited: ['k-export'],
      engine: 'gpt-test-2026',
    });
    expect(reply.tokens?.prompt).toBeGreaterThan(100);
    expect(reply.tokens?.completion).toBeGreaterThan(10);
  });

  it.each([false, true])('does without counted tokens (streamed: %s)', async (streams) => {
    await using world = await openAssistant();
    world.model.next(answers({}, { counts: false }));
    const reply = await world.assistant.reply(replyRequest(), streams ? { onText: () => {} } : {});
    expect(reply.tokens).toBeNull();
  });

  it('is asked for with the key, the model and a strict schema', async () => {
    await using world = await openAssistant();
    await world.assistant.reply(replyRequest());
    const [request] = world.model.requests;
    expect(request).toMatchObject({
      authorization: `Bearer ${KEY}`,
      body: { model: 'gpt-test', max_tokens: 3_000, response_format: { type: 'json_schema', json_schema: { strict: true } } },
    });
    expect(request?.body.response_format).toMatchObject({
      json_schema: { schema: { additionalProperties: false, required: ['response', 'keyPoints', 'confidence', 'citations'] } },
    });
    expect(request?.body).not.toHaveProperty('temperature');
  });

  it("takes nothing from the package's own environment variables", async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-other')
      .stubEnv('OPENAI_PROJECT_ID', 'proj-other')
      .stubEnv('OPENAI_API_KEY', 'sk-other')
      .stubEnv('OPENAI_LOG', 'debug');
    const printed = vi.spyOn(console, 'debug');
    await using world = await openAssistant({ settings: { apiKey: null } });
    await world.assistant.reply(replyRequest());
    vi.unstubAllEnvs();
    const headers = JSON.stringify(world.model.requests.map((request) => request.headers));
    expect(headers).not.toMatch(/other/);
    expect(world.model.requests[0]?.authorization).toBe('Bearer none');
    expect(printed).not.toHaveBeenCalled();
  });
});

describe('an answer that cannot be used', () => {
  it.each([
    ['nonsense', respondWith('I would be glad to help!')],
    ['nothing', respondWith('')],
    ['the wrong shape', respondWith(WRONG_SHAPE)],
    ['an empty response', answers({ response: ' \u200b' })],
    ['its own instructions', answers({ response: REPLY_SYSTEM })],
  ])('is sent back once with the problem: %s', async (_name, behaviour) => {
    await using world = await openAssistant();
    world.model.next(behaviour, answers({ response: 'Better' }));
    const reply = await world.assistant.reply(replyRequest());
    expect(reply.response).toBe('Better');
    const [first, second] = world.model.requests;
    expect(second?.body.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(second?.body.messages[1]).toEqual(first?.body.messages[1]);
    expect(second?.body.messages[3]?.content).toContain('cannot be used');
  });

  it('counts the tokens of both tries', async () => {
    await using world = await openAssistant();
    world.model.next(answers(), respondWith(WRONG_SHAPE), answers());
    const once = await world.assistant.reply(replyRequest());
    const twice = await world.assistant.reply(replyRequest());
    expect(twice.tokens?.prompt).toBeGreaterThan(2 * (once.tokens?.prompt ?? 0));
  });

  it('ends the work when it comes twice', async () => {
    await using world = await openAssistant();
    world.model.next(respondWith('Hm.'), respondWith(WRONG_SHAPE));
    await expect(world.assistant.reply(replyRequest())).rejects.toThrow("The assistant's answer was not usable. Please try again.");
    expect(world.model.requests).toHaveLength(2);
  });
});

describe('hostile text', () => {
  it('reaches the model only inside the data', async () => {
    await using world = await openAssistant();
    for (const message of HOSTILE_MESSAGES) await world.assistant.reply(replyRequest({ message }));
    expect(world.model.requests).toHaveLength(HOSTILE_MESSAGES.length);
    for (const [at, request] of world.model.requests.entries()) {
      expect(request.body.messages.map(({ role }) => role)).toEqual(['system', 'user']);
      expect(contentOf('system', request)).toBe(REPLY_SYSTEM);
      const lines = contentOf('user', request).split('\n');
      expect(lines).toHaveLength(5);
      expect(JSON.parse(lines[2] ?? '')).toHaveProperty('customer_message', plainText(HOSTILE_MESSAGES[at] ?? ''));
    }
  });

  it('is fenced by another mark each time', async () => {
    await using world = await openAssistant();
    for (let time = 0; time < 3; time += 1) await world.assistant.reply(replyRequest());
    const marks = world.model.requests.map((request) => contentOf('user', request).split('\n')[1]);
    expect(new Set(marks).size).toBe(3);
  });
});

describe('servers that know only a part of the protocol', () => {
  const heardFormats = ({ requests }: { requests: readonly { body: { response_format?: { type: string } } }[] }) =>
    requests.map(({ body }) => body.response_format?.type ?? 'none');

  it('are asked in simpler forms, which is remembered', async () => {
    await using world = await openAssistant({ abilities: { formats: ['json_object'] } });
    await world.assistant.reply(replyRequest());
    await world.assistant.reply(replyRequest());
    expect(heardFormats(world.model)).toEqual(['json_schema', 'json_object', 'json_object']);
  });

  it('may know no response format at all', async () => {
    await using world = await openAssistant({ abilities: { formats: [] } });
    world.model.next(respondWith('Here you are:\n```json\n{"response":"Hello","keyPoints":[],"confidence":0.5,"citations":[]}\n```'));
    expect(await world.assistant.reply(replyRequest())).toMatchObject({ response: 'Hello' });
    expect(heardFormats(world.model)).toEqual(['json_schema', 'json_object', 'none']);
  });

  it('may know only the other name of the token limit', async () => {
    await using world = await openAssistant({ abilities: { tokenParameters: ['max_completion_tokens'] } });
    await world.assistant.reply(replyRequest());
    await world.assistant.reply(replyRequest());
    expect(world.model.requests.map(({ body }) => Object.keys(body).filter((key) => key.startsWith('max_')))).toEqual([
      ['max_tokens'],
      ['max_completion_tokens'],
      ['max_completion_tokens'],
    ]);
  });

  it('may not count the tokens of a stream', async () => {
    await using world = await openAssistant({ abilities: { streamOptions: false } });
    const reply = await world.assistant.reply(replyRequest(), { onText: () => {} });
    expect(reply.tokens).toBeNull();
    expect(world.model.requests).toHaveLength(2);
  });

  it('may lack all of it', async () => {
    await using world = await openAssistant({
      abilities: { formats: [], tokenParameters: ['max_completion_tokens'], streamOptions: false },
    });
    const texts: string[] = [];
    const reply = await world.assistant.reply(replyRequest(), { onText: (text) => texts.push(text) });
    expect(texts.at(-1)).toBe(reply.response);
    expect(world.model.requests).toHaveLength(5);
  });
});

describe('tasks', () => {
  const analysis = { content: 'Customer: Hello.', duration: null };

  it('have a model and an effort of their own', async () => {
    await using world = await openAssistant({
      settings: { tasks: { reply: { effort: 'low' }, analysis: { model: 'gpt-large', effort: 'high' } } },
    });
    await world.assistant.reply(replyRequest());
    await world.assistant.analyze(analysis);
    await world.assistant.coach(coachingBrief('Customer: Hello.'));
    expect(world.model.requests.map(({ body }) => [body.model, body.reasoning_effort])).toEqual([
      ['gpt-test', 'low'],
      ['gpt-large', 'high'],
      ['gpt-test', undefined],
    ]);
  });

  it('do without an effort where the model knows none', async () => {
    await using world = await openAssistant({ settings: { tasks: { reply: { effort: 'low' } } } });
    world.model.next(rejects('reasoning_effort'));
    for (let time = 0; time < 2; time += 1) await world.assistant.reply(replyRequest());
    expect(world.model.requests.map(({ body }) => body.reasoning_effort)).toEqual(['low', undefined, undefined]);
  });

  it('fail by themselves: three slow advices leave the next reply alone', async () => {
    await using world = await openAssistant({ settings: { retries: 0, tasks: { advice: { deadlineMs: 50 } } } });
    const call = { turns: [], seconds: 1, talkShare: null, sentimentScore: null, prompts: [] };
    world.model.next(late(5_000), late(5_000), late(5_000));
    for (let time = 0; time < 3; time += 1) await expect(world.assistant.advise?.(call)).rejects.toThrow('took too long');
    await expect(world.assistant.advise?.(call)).rejects.toThrow(/try again in \d+ seconds/);
    expect(world.model.requests).toHaveLength(3);
    await expect(world.assistant.reply(replyRequest())).resolves.toBeDefined();
  });
});
