import { APIError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { z } from 'zod';

/** What the model is to return: one JSON object of this shape, under this name. */
export interface Form {
  readonly name: string;
  readonly schema: z.ZodObject;
}

/** Which of the optional parts of the protocol a server understands. */
export interface ModelCapabilities {
  readonly structured: 'json_schema' | 'json_object' | 'prompt';
  readonly tokens: 'max_completion_tokens' | 'max_tokens';
  /** The other name for the token limit was tried already. */
  readonly tokensSwitched: boolean;
  /** Whether a stream may be asked to count its tokens. */
  readonly countsStreams: boolean;
}

/** OpenAI retires `max_tokens`; compatible servers often know nothing else. */
export const nativeDialect: ModelCapabilities = {
  structured: 'json_schema',
  tokens: 'max_completion_tokens',
  tokensSwitched: false,
  countsStreams: true,
};
export const compatibleDialect: ModelCapabilities = { ...nativeDialect, tokens: 'max_tokens' };

const PLAINEST: ModelCapabilities = { structured: 'prompt', tokens: 'max_tokens', tokensSwitched: true, countsStreams: false };
const SIMPLER = { json_schema: 'json_object', json_object: 'prompt', prompt: 'prompt' } as const satisfies Record<
  ModelCapabilities['structured'],
  ModelCapabilities['structured']
>;

/**
 * The dialect to try after a server refused a request, or null when its form was not the trouble.
 * A first refusal that does not say what it is about is met with the plainest form there is.
 */
export function simplerDialect(dialect: ModelCapabilities, error: unknown, understoodBefore: boolean): ModelCapabilities | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  const about = `${error.param ?? ''} ${error.message}`;
  if (/context.length/i.test(`${error.code} ${about}`)) return null;
  if (/stream_options|include_usage/.test(about) && dialect.countsStreams) return { ...dialect, countsStreams: false };
  if (/max_completion_tokens|max_tokens/.test(about) && !dialect.tokensSwitched) {
    const tokens = dialect.tokens === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { ...dialect, tokens, tokensSwitched: true };
  }
  if (/response_format|json_schema|json_object|structured|grammar|guided/i.test(about) && dialect.structured !== 'prompt') {
    return { ...dialect, structured: SIMPLER[dialect.structured] };
  }
  // A code in words names another trouble; vLLM repeats the status there.
  const code: unknown = error.code;
  return understoodBefore || typeof code === 'string' || dialect.structured === 'prompt' ? null : PLAINEST;
}

const responseFormat = (structured: ModelCapabilities['structured'], { name, schema }: Form) => {
  if (structured === 'json_schema') return { response_format: zodResponseFormat(schema, name) };
  return structured === 'json_object' ? { response_format: { type: 'json_object' } as const } : {};
};

/** The request in that dialect. No temperature: reasoning models refuse any but their own. */
export const requestIn = (
  dialect: ModelCapabilities,
  model: string,
  form: Form,
  messages: ChatCompletionMessageParam[],
  maxTokens: number,
) => ({
  model,
  messages,
  [dialect.tokens]: maxTokens,
  ...responseFormat(dialect.structured, form),
});
