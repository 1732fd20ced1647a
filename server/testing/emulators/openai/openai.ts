import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';
import { answers, type Behaviour } from './answers.ts';
import { type EmbeddingRequest, embeds } from './embeddings.ts';
import { fails, knowsNoModel, refusesKey, rejects } from './failures.ts';
import { ChatRequest, jsonBody, type RecordedRequest } from './request.ts';

/** The features of this server, all by default. Compatible servers each lack something else. */
export interface Abilities {
  readonly formats?: readonly ('json_schema' | 'json_object')[];
  readonly tokenParameters?: readonly ('max_tokens' | 'max_completion_tokens')[];
  readonly streamOptions?: boolean;
  /** The models of this server; any by default. */
  readonly models?: readonly string[];
  /** The accepted keys; any by default. */
  readonly keys?: readonly string[];
}

const Listening = z.object({ port: z.number() });

const failsWith = (message: string, param: string | null = null) => fails(400, { message, type: 'invalid_request_error', param });

/** The refusal such a request meets before any model sees it. */
function objectionTo(body: ChatRequest, abilities: Abilities): Behaviour | null {
  const {
    formats = ['json_schema', 'json_object'],
    tokenParameters = ['max_tokens', 'max_completion_tokens'],
    streamOptions = true,
    models,
  } = abilities;
  const format = body.response_format?.type ?? 'text';
  if (models && !models.includes(body.model)) return knowsNoModel(body.model);
  if (format !== 'text' && !formats.includes(format))
    return rejects('response_format', `'response_format' of type '${format}' is not supported by this server.`);
  for (const parameter of ['max_tokens', 'max_completion_tokens'] as const) {
    if (body[parameter] !== undefined && !tokenParameters.includes(parameter)) return rejects(parameter);
  }
  if (body.stream_options && !streamOptions) return rejects('stream_options');
  if (body.stream_options && !body.stream)
    return failsWith("The 'stream_options' parameter is only allowed when 'stream' is enabled.", 'stream_options');
  if (format === 'json_object' && !body.messages.some(({ content }) => /json/i.test(content))) {
    return failsWith("'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'.", 'messages');
  }
  return null;
}

/**
 * A model's server that speaks OpenAI's chat completions on this machine, for tests and for trying the product by hand:
 *
 *     const model = await openModel({ port: 4010 });   // OPENAI_BASE_URL=http://127.0.0.1:4010/v1 OPENAI_API_KEY=any
 *     model.next(outOfQuota(), answers({ confidence: 0.9 }));
 *
 * Each request takes the next behaviour; when none is left it is answered well, from its own words.
 */
export async function openModel({ port = 0, ...abilities }: Abilities & { port?: number } = {}) {
  const requests: RecordedRequest[] = [];
  const script: Behaviour[] = [];
  const embeddings: EmbeddingRequest[] = [];
  let calls = 0;

  const behaviourFor = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path] = (request.url ?? '').split('?');
    const turn = { body: { model: '', messages: [] }, response };
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    if (key === null || (abilities.keys && !abilities.keys.includes(key))) return refusesKey()(turn);
    if (path === '/v1/embeddings') return embeds(await jsonBody(request), embeddings)(turn);
    if (path !== '/v1/chat/completions')
      return fails(404, { message: `Invalid URL (${request.method} ${path})`, type: 'invalid_request_error' })(turn);
    const { success, data, error } = ChatRequest.safeParse(await jsonBody(request));
    if (!success)
      return failsWith(
        error.issues[0]?.message ?? 'We could not parse the JSON body of your request.',
        error.issues[0]?.path.join('.'),
      )(turn);
    const recorded = { path, authorization: request.headers.authorization ?? null, headers: request.headers, body: data, hungUp: false };
    requests.push(recorded);
    response.on('close', () => {
      recorded.hungUp = !response.writableFinished;
    });
    const behaviour = objectionTo(data, abilities) ?? script.shift() ?? answers();
    return behaviour({ body: data, response });
  };

  const server = createServer((request, response) => {
    calls += 1;
    response.setHeader('x-request-id', `req_${calls}`);
    response.setHeader('openai-processing-ms', '1');
    behaviourFor(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });

  return {
    /** For `OPENAI_BASE_URL`. */
    baseUrl: `http://127.0.0.1:${Listening.parse(server.address()).port}/v1`,
    /** Every chat request that was understood, in order. */
    requests,
    /** Every request for embeddings that was understood, in order. */
    embeddings,
    /** What to do with the next requests. */
    next(...behaviours: Behaviour[]) {
      script.push(...behaviours);
    },
    /** Stops at once; connections still open are dropped. */
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}
