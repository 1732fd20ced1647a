import type OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { z } from 'zod';
import type { ReasoningEffort } from '../../tasks.ts';
import {
  buildRequest,
  COMPATIBLE_CAPABILITIES,
  downgrade,
  type ModelCapabilities,
  OPENAI_CAPABILITIES,
  type ResponseSchema,
} from './capabilities.ts';
import { type ClientSettings, isOpenAi, openClient } from './client.ts';
import { ModelFailure } from './failure.ts';

/** More than any reply needs; a server that never stops talking is cut off here. */
const LONGEST_ANSWER = 64_000;

const Message = z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish();

// A complete answer or one chunk of a stream. Every part is optional: compatible servers omit some.
const Chunk = z.object({
  model: z.string().max(200).nullish(),
  choices: z.array(z.object({ delta: Message, message: Message, finish_reason: z.string().nullish() })).nullish(),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});
type Chunk = z.output<typeof Chunk>;

export interface Tokens {
  readonly prompt: number;
  readonly completion: number;
}

/** The complete answer to one request. */
export interface Completion {
  readonly text: string;
  readonly model: string;
  readonly tokens: Tokens | null;
}

/** Assembles the chunks of an answer and checks how it ended. */
function collectCompletion(model: string) {
  const state: Completion & { text: string; model: string; tokens: Tokens | null; refusal: string; finish: string } = {
    text: '',
    model,
    tokens: null,
    refusal: '',
    finish: '',
  };
  let chunkCount = 0;

  const add = (raw: unknown): string => {
    const chunk: Chunk = Chunk.parse(raw);
    chunkCount += 1;
    const choice = chunk.choices?.[0];
    const message = choice?.delta ?? choice?.message;
    state.text += message?.content ?? '';
    state.refusal += message?.refusal ?? '';
    state.finish = choice?.finish_reason ?? state.finish;
    state.model = chunk.model || state.model;
    if (chunk.usage) state.tokens = { prompt: chunk.usage.prompt_tokens, completion: chunk.usage.completion_tokens };
    if (state.text.length > LONGEST_ANSWER) throw new ModelFailure('answerTooLong');
    return message?.content ?? '';
  };

  const result = (): Completion => {
    if (state.refusal) throw new ModelFailure('declined');
    if (state.finish === 'content_filter') throw new ModelFailure('filtered');
    if (state.finish === 'length') throw new ModelFailure('answerTooLong');
    if (state.finish === '') throw new ModelFailure(chunkCount > 0 ? 'brokenOff' : 'unusable');
    return { text: state.text, model: state.model, tokens: state.tokens };
  };

  return { add, result };
}

/** Aborts when no data has arrived for a while: the package's own timeout ends with the response headers. */
function watchdog() {
  const silence = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  const expectWithin = (ms: number) => {
    stop();
    timer = setTimeout(() => silence.abort(), ms);
  };
  return { signal: silence.signal, expectWithin, stop };
}

export interface StreamListener {
  /** Aborted when the person stops the work or its time is up. */
  readonly signal: AbortSignal;
  /** Requests a stream and receives each chunk of the text; null for one answer without a stream. */
  readonly onChunk: ((chunk: string) => void) | null;
  /** Timeout for the first chunk of a stream, */
  readonly timeoutMs: number;
  /** and for each later one. */
  readonly idleTimeoutMs: number;
}

type Request = ReturnType<typeof buildRequest>;

async function streamed(
  client: OpenAI,
  request: Request,
  countsStreams: boolean,
  listener: StreamListener,
  onChunk: (chunk: string) => void,
) {
  const silenceTimer = watchdog();
  const signal = AbortSignal.any([listener.signal, silenceTimer.signal]);
  const options = countsStreams ? { stream_options: { include_usage: true } } : {};
  try {
    const stream = await client.chat.completions.create({ ...request, ...options, stream: true }, { signal });
    const answer = collectCompletion(request.model);
    silenceTimer.expectWithin(listener.timeoutMs);
    for await (const chunk of stream) {
      silenceTimer.expectWithin(listener.idleTimeoutMs);
      const text = answer.add(chunk);
      if (text) onChunk(text);
    }
    // An aborted stream ends like one that is complete.
    if (silenceTimer.signal.aborted) throw new ModelFailure('slow');
    listener.signal.throwIfAborted();
    return answer.result();
  } finally {
    silenceTimer.stop();
  }
}

/** Sends one request; streams when there is an `onChunk`. */
async function complete(client: OpenAI, request: Request, countsStreams: boolean, listener: StreamListener): Promise<Completion> {
  if (listener.onChunk) return streamed(client, request, countsStreams, listener, listener.onChunk);
  const answer = collectCompletion(request.model);
  answer.add(await client.chat.completions.create(request, { signal: listener.signal }));
  return answer.result();
}

export interface ChatClientSettings extends ClientSettings {
  readonly maxTokens: number;
}

/** Sends one request to a model, in the simplest form its server needs. */
export type ChatClient = (form: ResponseSchema, messages: ChatCompletionMessageParam[], listener: StreamListener) => Promise<Completion>;

/** Clients of one server, one for each model and effort; each remembers which capabilities the server has for it. */
export function createChatClients(settings: ChatClientSettings): (model: string, effort: ReasoningEffort | null) => ChatClient {
  const client = openClient(settings);
  const clients = new Map<string, ChatClient>();
  return (model, effort) => {
    const key = `${effort} ${model}`;
    const existing = clients.get(key) ?? createChatClient(client, { ...settings, model, effort });
    clients.set(key, existing);
    return existing;
  };
}

interface ModelSettings extends ChatClientSettings {
  readonly model: string;
  readonly effort: ReasoningEffort | null;
}

function createChatClient(client: OpenAI, settings: ModelSettings): ChatClient {
  let capabilities: ModelCapabilities = isOpenAi(settings.baseUrl) ? OPENAI_CAPABILITIES : COMPATIBLE_CAPABILITIES;
  let isConfirmed = false;

  return async function send(form, messages, listener) {
    let attempted: ModelCapabilities | null = capabilities;
    while (true) {
      try {
        const completion = await complete(client, buildRequest(attempted, settings, form, messages), attempted.countsStreams, listener);
        capabilities = attempted;
        isConfirmed = true;
        return completion;
      } catch (error) {
        const simpler = downgrade(attempted, error, isConfirmed);
        if (!simpler) throw error;
        attempted = simpler;
      }
    }
  };
}
