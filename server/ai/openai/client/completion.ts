import type OpenAI from 'openai';
import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { z } from 'zod';
import { compatibleDialect, type Form, type ModelCapabilities, nativeDialect, requestIn, simplerDialect } from './capabilities.ts';
import { type ClientSettings, isOpenAi, openClient } from './client.ts';
import { ModelFailure } from './failure.ts';

/** More than any reply needs; a server that never stops talking is cut off here. */
const LONGEST_ANSWER = 64_000;

const Said = z.object({ content: z.string().nullish(), refusal: z.string().nullish() }).nullish();

// A whole answer and a piece of a stream, read alike and with little trust: servers that imitate the protocol leave parts out.
const Piece = z.object({
  model: z.string().max(200).nullish(),
  choices: z.array(z.object({ delta: Said, message: Said, finish_reason: z.string().nullish() })).nullish(),
  usage: z.object({ prompt_tokens: z.number(), completion_tokens: z.number() }).nullish().catch(null),
});
type Piece = z.output<typeof Piece>;

export interface Tokens {
  readonly prompt: number;
  readonly completion: number;
}

/** What a model said to one request, all of it. */
export interface Completion {
  readonly text: string;
  readonly model: string;
  readonly tokens: Tokens | null;
}

/** Puts the pieces of an answer together and judges how it ended. */
function gather(model: string) {
  const heard: Completion & { text: string; model: string; tokens: Tokens | null; refusal: string; finish: string } = {
    text: '',
    model,
    tokens: null,
    refusal: '',
    finish: '',
  };
  let pieces = 0;

  const take = (unread: unknown): string => {
    const piece: Piece = Piece.parse(unread);
    pieces += 1;
    const choice = piece.choices?.[0];
    const said = choice?.delta ?? choice?.message;
    heard.text += said?.content ?? '';
    heard.refusal += said?.refusal ?? '';
    heard.finish = choice?.finish_reason ?? heard.finish;
    heard.model = piece.model || heard.model;
    if (piece.usage) heard.tokens = { prompt: piece.usage.prompt_tokens, completion: piece.usage.completion_tokens };
    if (heard.text.length > LONGEST_ANSWER) throw new ModelFailure('answerTooLong');
    return said?.content ?? '';
  };

  const whole = (): Completion => {
    if (heard.refusal) throw new ModelFailure('declined');
    if (heard.finish === 'content_filter') throw new ModelFailure('filtered');
    if (heard.finish === 'length') throw new ModelFailure('answerTooLong');
    if (heard.finish === '') throw new ModelFailure(pieces > 0 ? 'brokenOff' : 'unusable');
    return { text: heard.text, model: heard.model, tokens: heard.tokens };
  };

  return { take, whole };
}

/** Runs out when nothing has been heard for a while: the package's own timeout ends with the response headers. */
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
  /** Asks for a stream, and hears each piece of the text. */
  readonly onPiece: ((piece: string) => void) | null;
  /** The first piece of a stream must come within this time, */
  readonly timeoutMs: number;
  /** and each later one within this. */
  readonly idleTimeoutMs: number;
}

type Request = ReturnType<typeof requestIn>;

async function streamed(
  client: OpenAI,
  request: Request,
  countsStreams: boolean,
  listening: StreamListener,
  onPiece: (piece: string) => void,
) {
  const dog = watchdog();
  const signal = AbortSignal.any([listening.signal, dog.signal]);
  const options = countsStreams ? { stream_options: { include_usage: true } } : {};
  try {
    const stream = await client.chat.completions.create({ ...request, ...options, stream: true }, { signal });
    const answer = gather(request.model);
    dog.expectWithin(listening.timeoutMs);
    for await (const piece of stream) {
      dog.expectWithin(listening.idleTimeoutMs);
      const text = answer.take(piece);
      if (text) onPiece(text);
    }
    // An aborted stream ends like one that is complete.
    if (dog.signal.aborted) throw new ModelFailure('slow');
    listening.signal.throwIfAborted();
    return answer.whole();
  } finally {
    dog.stop();
  }
}

/** Asks once. Streams when somebody listens, else takes the answer in one piece. */
async function complete(client: OpenAI, request: Request, countsStreams: boolean, listening: StreamListener): Promise<Completion> {
  if (listening.onPiece) return streamed(client, request, countsStreams, listening, listening.onPiece);
  const answer = gather(request.model);
  answer.take(await client.chat.completions.create(request, { signal: listening.signal }));
  return answer.whole();
}

export interface ConversationSettings extends ClientSettings {
  readonly model: string;
  readonly maxTokens: number;
}

/** Speaks with one server and remembers which dialect of the protocol it understands. */
export function openConversation(settings: ConversationSettings) {
  const client = openClient(settings);
  let dialect: ModelCapabilities = isOpenAi(settings.baseUrl) ? nativeDialect : compatibleDialect;
  let understood = false;

  return async function ask(form: Form, messages: ChatCompletionMessageParam[], listening: StreamListener): Promise<Completion> {
    let spoken: ModelCapabilities | null = dialect;
    while (true) {
      try {
        const completion = await complete(
          client,
          requestIn(spoken, settings.model, form, messages, settings.maxTokens),
          spoken.countsStreams,
          listening,
        );
        dialect = spoken;
        understood = true;
        return completion;
      } catch (error) {
        const simpler = simplerDialect(spoken, error, understood);
        if (!simpler) throw error;
        spoken = simpler;
      }
    }
  };
}
