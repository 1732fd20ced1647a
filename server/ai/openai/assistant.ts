import { randomBytes } from 'node:crypto';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import type { Assistant, Attention, Reply, ReplyRequest } from '../port.ts';
import { REPLY_SYSTEM, repairMessage, replyMessage, tellsInstructions } from '../prompts/reply.ts';
import { type ReadAnswer, readAnswer, shownText } from './answer.ts';
import { openCircuit } from './circuit.ts';
import { isOpenAi } from './client.ts';
import type { Completion, Tokens } from './completion.ts';
import { openConversation } from './conversation.ts';
import { failureOf, ModelFailure } from './failure.ts';
import { partialResponse } from './partial-response.ts';

export interface OpenAiSettings {
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
  /** Null for OpenAI itself. */
  readonly baseUrl: string | null;
  readonly model: string;
  /** Until a request is answered, or a stream has begun. */
  readonly timeoutMs?: number;
  /** The longest silence within a stream. */
  readonly idleTimeoutMs?: number;
  /** For a reply as a whole, with its retry and its repair. */
  readonly deadlineMs?: number;
  /** After a refused or failed connection, a 429 or a 5xx. */
  readonly retries?: number;
  /** Of an answer; models that reason spend them on thinking, too. */
  readonly maxTokens?: number;
  /** How long a service that failed three times in a row is left alone. */
  readonly restMs?: number;
  readonly now?: () => Date;
  /** A mark nobody outside can guess, new for each request. */
  readonly boundary?: () => string;
}

const withDefaults = (given: OpenAiSettings) => ({
  apiKey: given.apiKey,
  baseUrl: given.baseUrl,
  model: given.model,
  timeoutMs: given.timeoutMs ?? 30_000,
  idleTimeoutMs: given.idleTimeoutMs ?? 20_000,
  deadlineMs: given.deadlineMs ?? 75_000,
  retries: given.retries ?? 1,
  // A limit costs nothing at OpenAI, whose models may think at length; elsewhere it is taken out of a small context.
  maxTokens: given.maxTokens ?? (isOpenAi(given.baseUrl) ? 12_000 : 3_000),
  restMs: given.restMs ?? 30_000,
  now: given.now ?? (() => new Date()),
  boundary: given.boundary ?? (() => randomBytes(16).toString('hex')),
});

const said = (text: string): ChatCompletionMessageParam => ({ role: 'assistant', content: text.slice(0, 8_000) || '(nothing)' });
const told = (text: string): ChatCompletionMessageParam => ({ role: 'user', content: text });

function sum(first: Tokens | null, second: Tokens | null): Tokens | null {
  return first && second ? { prompt: first.prompt + second.prompt, completion: first.completion + second.completion } : (second ?? first);
}

/** Passes on the reply's text each time it has grown, as it will be shown. */
function growingText(onText: (text: string) => void) {
  const read = partialResponse();
  let heard = '';
  return {
    piece(piece: string) {
      const text = shownText(read(piece));
      if (text.length > heard.length) {
        heard = text;
        onText(text);
      }
    },
    /** The last word: a repaired answer replaces what was heard of the first one. */
    final(text: string) {
      if (text !== heard) onText(text);
    },
  };
}

/**
 * The assistant behind any server that speaks OpenAI's chat completions: OpenAI itself, vLLM, Ollama, LM Studio.
 * Whatever goes wrong there becomes one `AssistantUnavailable` that says what failed; keys, prompts and the server's own words stay out of it.
 */
export function openAiAssistant(given: OpenAiSettings): Assistant {
  const settings = withDefaults(given);
  const ask = openConversation(settings);
  const guarded = openCircuit(settings);

  async function answer(request: ReplyRequest, { signal, onText }: Attention): Promise<Reply> {
    const deadline = AbortSignal.timeout(settings.deadlineMs);
    const listening = { ...settings, signal: signal ? AbortSignal.any([signal, deadline]) : deadline, onPiece: null };
    const boundary = settings.boundary();
    const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: REPLY_SYSTEM }, told(replyMessage(request, boundary))];
    const growing = onText ? growingText(onText) : null;
    const ids = request.knowledge.map(({ id }) => id);

    const read = ({ text }: Completion): ReadAnswer =>
      tellsInstructions(text, boundary) ? { usable: false, problem: 'it repeats the instructions' } : readAnswer(text, ids);

    const replied = (reply: Extract<ReadAnswer, { usable: true }>, { model }: Completion, tokens: Tokens | null): Reply => {
      growing?.final(reply.response);
      const { response, confidence, keyPoints, cited } = reply;
      return { response, confidence, keyPoints, cited, engine: model, tokens };
    };

    try {
      const first = await ask(messages, { ...listening, onPiece: growing ? growing.piece : null });
      const reply = read(first);
      if (reply.usable) return replied(reply, first, first.tokens);
      const second = await ask([...messages, said(first.text), told(repairMessage(reply.problem))], listening);
      const repaired = read(second);
      if (repaired.usable) return replied(repaired, second, sum(first.tokens, second.tokens));
      throw new ModelFailure('unusable');
    } catch (error) {
      signal?.throwIfAborted();
      throw deadline.aborted ? new ModelFailure('slow') : failureOf(error);
    }
  }

  return {
    engine: settings.model,
    async reply(request, attention = {}) {
      attention.signal?.throwIfAborted();
      return guarded(() => answer(request, attention));
    },
  };
}
