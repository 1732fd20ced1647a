import { APIError } from 'openai';
import { describe, expect, it } from 'vitest';
import { answers } from '#server/testing/emulators/openai/answers.ts';
import { fails } from '#server/testing/emulators/openai/failures.ts';
import { replyRequest } from '../../assistant-contract.ts';
import { ModelAnswer } from '../answer.ts';
import { openAssistant } from '../testing.ts';
import { buildRequest, COMPATIBLE_CAPABILITIES, downgrade, type ModelCapabilities, OPENAI_CAPABILITIES } from './capabilities.ts';

/** A refusal in the words of some server. */
const refusal = (status: number, body: object) => APIError.generate(status, { error: body }, undefined, new Headers());

const REFUSALS: Record<string, { error: APIError; simpler: Partial<ModelCapabilities> }> = {
  'OpenAI, an old model and schemas': {
    error: refusal(400, {
      message: "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
      param: null,
      code: null,
    }),
    simpler: { structured: 'json_object' },
  },
  'LM Studio and its formats': {
    error: refusal(400, { message: "'response_format.type' must be 'json_schema' or 'text'" }),
    simpler: { structured: 'json_object' },
  },
  'llama.cpp and a grammar': {
    error: refusal(400, { message: 'Failed to parse grammar', type: 'invalid_request_error', code: 400 }),
    simpler: { structured: 'json_object' },
  },
  'OpenAI, a reasoning model and max_tokens': {
    error: refusal(400, {
      message: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      param: 'max_tokens',
    }),
    simpler: { tokens: 'max_completion_tokens', tokensSwitched: true },
  },
  'a strict validator and stream options': {
    error: refusal(422, { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }),
    simpler: { countsStreams: false },
  },
};

describe('a refused request', () => {
  it.each(Object.entries(REFUSALS))('is simplified where it hurt: %s', (_name, { error, simpler }) => {
    expect(downgrade(COMPATIBLE_CAPABILITIES, error, true)).toEqual({ ...COMPATIBLE_CAPABILITIES, ...simpler });
  });

  it.each([
    [
      'a context that is too small',
      refusal(400, { message: "This model's maximum context length is 4096 tokens, max_tokens is 3000.", code: 400 }),
    ],
    ['another named trouble', refusal(400, { message: 'Invalid value.', code: 'invalid_value' })],
    ['a refused key', refusal(401, { message: 'response_format' })],
    ['no API error', new TypeError('response_format')],
  ])('is not simplified for %s', (_name, error) => {
    expect(downgrade(OPENAI_CAPABILITIES, error, false)).toBeNull();
  });

  it('comes to an end whatever the server says', () => {
    const everything = refusal(400, { message: 'response_format max_tokens stream_options' });
    let dialect: ModelCapabilities | null = OPENAI_CAPABILITIES;
    let steps = 0;
    while (dialect) {
      dialect = downgrade(dialect, everything, false);
      steps += 1;
    }
    expect(steps).toBeLessThan(7);
  });
});

describe('a first refusal without a reason', () => {
  const opaque = fails(400, { message: 'Bad Request', type: 'error' });

  it('is met with the plainest request, which is remembered', async () => {
    await using world = await openAssistant();
    world.model.next(opaque, answers(), answers());
    await world.assistant.reply(replyRequest());
    await world.assistant.reply(replyRequest());
    expect(world.model.requests.map(({ body }) => Boolean(body.response_format))).toEqual([true, false, false]);
  });

  it('is final from a server that understood before', async () => {
    await using world = await openAssistant();
    world.model.next(answers(), opaque);
    await world.assistant.reply(replyRequest());
    await expect(world.assistant.reply(replyRequest())).rejects.toThrow('The assistant rejected the request.');
    expect(world.model.requests).toHaveLength(2);
  });

  it('changes nothing when the plainest is refused, too', async () => {
    await using world = await openAssistant();
    world.model.next(opaque, opaque, answers());
    await expect(world.assistant.reply(replyRequest())).rejects.toThrow('The assistant rejected the request.');
    await world.assistant.reply(replyRequest());
    expect(world.model.requests.at(-1)?.body.response_format).toBeDefined();
  });
});

const FORM = { name: 'reply', schema: ModelAnswer };
const MODEL = { model: 'm', effort: null, maxTokens: 10 };

describe('the request', () => {
  it('names the token limit as the server does', () => {
    expect(buildRequest(OPENAI_CAPABILITIES, MODEL, FORM, [])).toHaveProperty('max_completion_tokens', 10);
    expect(buildRequest(COMPATIBLE_CAPABILITIES, MODEL, FORM, [])).toHaveProperty('max_tokens', 10);
  });
});
