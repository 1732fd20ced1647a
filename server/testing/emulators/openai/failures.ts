import { type Behaviour, type Manner, respondWith, streamEvents } from './answers.ts';
import { writeEvents } from './sse.ts';

interface ErrorBody {
  readonly message: string;
  readonly type: string;
  readonly param?: string | null;
  readonly code?: string | null;
}

type Headers = Readonly<Record<string, string>>;

/** Waiting between tries is the client's business; this makes it short enough for a test. */
const RETRY_AFTER_1_MS: Headers = { 'retry-after-ms': '1' };

/** Fails with a status and an error body as OpenAI writes it. */
export const fails =
  (status: number, { message, type, param = null, code = null }: ErrorBody, headers: Headers = {}): Behaviour =>
  async ({ response }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ error: { message, type, param, code } }));
  };

export const refusesKey = (): Behaviour =>
  fails(401, { message: 'Incorrect API key provided: sk-emul****ator.', type: 'invalid_request_error', code: 'invalid_api_key' });

export const knowsNoModel = (model = 'the model'): Behaviour =>
  fails(404, {
    message: `The model \`${model}\` does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  });

export const busy = (headers: Headers = RETRY_AFTER_1_MS): Behaviour =>
  fails(
    429,
    { message: 'Rate limit reached for requests.', type: 'requests', code: 'rate_limit_exceeded' },
    { 'x-ratelimit-limit-requests': '3', 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '20s', ...headers },
  );

export const outOfQuota = (): Behaviour =>
  fails(
    429,
    {
      message: 'You exceeded your current quota, please check your plan and billing details.',
      type: 'insufficient_quota',
      code: 'insufficient_quota',
    },
    RETRY_AFTER_1_MS,
  );

export const crashes = (status = 500): Behaviour =>
  fails(status, { message: 'The server had an error while processing your request.', type: 'server_error' }, RETRY_AFTER_1_MS);

export const messageTooLong = (): Behaviour =>
  fails(400, {
    message: "This model's maximum context length is 4096 tokens.",
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  });

/** A 400 about one parameter, in the words of servers that do not know it. */
export const rejects = (param: string, message = `Unsupported parameter: '${param}' is not supported.`): Behaviour =>
  fails(400, { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' });

/** A web page where JSON was expected, as a proxy in front of a dead server sends. */
export const showsPage =
  (status = 502): Behaviour =>
  async ({ response }) => {
    response.writeHead(status, { 'content-type': 'text/html', ...RETRY_AFTER_1_MS });
    response.end(`<html><head><title>${status}</title></head><body><h1>nginx</h1></body></html>`);
  };

export const redirects =
  (location: string): Behaviour =>
  async ({ response }) => {
    response.writeHead(307, { location }).end();
  };

/** Closes the connection without a word. */
export const hangsUp =
  (): Behaviour =>
  async ({ response }) => {
    response.destroy();
  };

/** Declines for reasons of policy. */
export const declines = (refusal = 'I cannot help with that.'): Behaviour => respondWith('', { refusal });

/** Begins to stream and then falls silent without closing. */
export const stalls =
  (text = '{"response":"Hello'): Behaviour =>
  ({ body, response }) =>
    writeEvents(response, streamEvents(body, text).chunks);

/** Ends a stream without a finish_reason: `quietly` as if all were well, `abruptly` by dropping the socket. */
export const breaksOff =
  (how: 'quietly' | 'abruptly', text = '{"response":"Hello'): Behaviour =>
  async ({ body, response }) => {
    await writeEvents(response, streamEvents(body, text).chunks);
    if (how === 'quietly') response.end();
    else response.destroy();
  };

/** Reports an error in the middle of a stream. */
export const failsMidway =
  (
    error: ErrorBody = { message: 'The server had an error.', type: 'server_error', code: null },
    text = '{"response":"Hello',
    manner: Manner = {},
  ): Behaviour =>
  async ({ body, response }) => {
    await writeEvents(response, [...streamEvents(body, text, manner).chunks, { error }], manner.wire);
    response.end();
  };
