import { APIError } from 'openai';
import { zodResponseFormat } from 'openai/helpers/zod';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { z } from 'zod';
import type { ReasoningEffort } from '../../tasks.ts';

/** What the model is to return: one JSON object of this shape, under this name. */
export interface ResponseSchema {
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
  /** Whether the model may be told how long to think. */
  readonly reasons: boolean;
}

/** OpenAI retires `max_tokens`; compatible servers often know nothing else. */
export const OPENAI_CAPABILITIES: ModelCapabilities = {
  structured: 'json_schema',
  tokens: 'max_completion_tokens',
  tokensSwitched: false,
  countsStreams: true,
  reasons: true,
};
export const COMPATIBLE_CAPABILITIES: ModelCapabilities = { ...OPENAI_CAPABILITIES, tokens: 'max_tokens' };

const PLAINEST: ModelCapabilities = {
  structured: 'prompt',
  tokens: 'max_tokens',
  tokensSwitched: true,
  countsStreams: false,
  reasons: false,
};
const SIMPLER = { json_schema: 'json_object', json_object: 'prompt', prompt: 'prompt' } as const satisfies Record<
  ModelCapabilities['structured'],
  ModelCapabilities['structured']
>;

/**
 * The capabilities to assume after a server rejected a request; null when they were not the reason.
 * After a first rejection without a stated reason, the smallest set is assumed.
 */
export function downgrade(capabilities: ModelCapabilities, error: unknown, understoodBefore: boolean): ModelCapabilities | null {
  if (!(error instanceof APIError) || (error.status !== 400 && error.status !== 422)) return null;
  const about = `${error.param ?? ''} ${error.message}`;
  if (/context.length/i.test(`${error.code} ${about}`)) return null;
  if (/stream_options|include_usage/.test(about) && capabilities.countsStreams) return { ...capabilities, countsStreams: false };
  if (/reasoning/i.test(about) && capabilities.reasons) return { ...capabilities, reasons: false };
  if (/max_completion_tokens|max_tokens/.test(about) && !capabilities.tokensSwitched) {
    const tokens = capabilities.tokens === 'max_tokens' ? 'max_completion_tokens' : 'max_tokens';
    return { ...capabilities, tokens, tokensSwitched: true };
  }
  if (/response_format|json_schema|json_object|structured|grammar|guided/i.test(about) && capabilities.structured !== 'prompt') {
    return { ...capabilities, structured: SIMPLER[capabilities.structured] };
  }
  // A code in words names another trouble; vLLM repeats the status there.
  const code: unknown = error.code;
  return understoodBefore || typeof code === 'string' || capabilities.structured === 'prompt' ? null : PLAINEST;
}

const responseFormat = (structured: ModelCapabilities['structured'], { name, schema }: ResponseSchema) => {
  if (structured === 'json_schema') return { response_format: zodResponseFormat(schema, name) };
  return structured === 'json_object' ? { response_format: { type: 'json_object' } as const } : {};
};

/** The request for a server with these capabilities. No temperature: reasoning models refuse any but their own. */
export const buildRequest = (
  capabilities: ModelCapabilities,
  { model, effort, maxTokens }: { readonly model: string; readonly effort: ReasoningEffort | null; readonly maxTokens: number },
  form: ResponseSchema,
  messages: ChatCompletionMessageParam[],
) => ({
  model,
  messages,
  [capabilities.tokens]: maxTokens,
  ...(effort !== null && capabilities.reasons && { reasoning_effort: effort }),
  ...responseFormat(capabilities.structured, form),
});
