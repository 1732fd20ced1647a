import { randomBytes } from 'node:crypto';
import type { Assistant, Attention, Reply, ReplyRequest } from '../port.ts';
import { approvedItems, approvedTexts } from '../prompts/data-message.ts';
import { upTo } from '../prompts/plain-text.ts';
import { REPLY_SYSTEM, replyMessage, replySources } from '../prompts/reply.ts';
import type { AssistantTask, TaskSettings } from '../tasks.ts';
import { adviceTask } from './advice.ts';
import { analyzeInParts } from './analysis.ts';
import { ModelAnswer, REPLY_LIMITS, readAnswer, shownText } from './answer.ts';
import { isOpenAi } from './client/client.ts';
import { createChatClients } from './client/completion.ts';
import { partialResponse } from './client/partial-response.ts';
import { coachInParts } from './coaching.ts';
import { emailTask } from './email.ts';
import { bracketUngrounded, isEnglish, trimIncompleteValue } from './grounding.ts';
import { removeForeignLinks, trimIncompleteLink } from './safe-links.ts';
import { createRunner } from './task.ts';

export interface OpenAiSettings {
  /** Null for a server that asks for none. */
  readonly apiKey: string | null;
  /** Null for OpenAI itself. */
  readonly baseUrl: string | null;
  readonly model: string;
  /** What is different for some tasks. */
  readonly tasks?: Partial<Record<AssistantTask, Partial<TaskSettings>>>;
  /** The company's own domain, whose links a model may write; null, the default, for none. */
  readonly companyDomain?: string | null;
  /** Until a request is answered, or a stream has begun. */
  readonly timeoutMs?: number;
  /** The longest silence within a stream. */
  readonly idleTimeoutMs?: number;
  /** For an answer as a whole, with its retry and its repair. */
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
  companyDomain: given.companyDomain ?? null,
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

/** Passes on the reply's text each time it has grown, as it will be shown. */
function growingText(onText: (text: string) => void, clean: (text: string) => string) {
  const read = partialResponse();
  let shown = '';
  return {
    chunk(chunk: string) {
      const text = shownText(trimIncompleteValue(trimIncompleteLink(upTo(2 * REPLY_LIMITS.response, read(chunk)))), clean);
      if (text.length > shown.length) {
        shown = text;
        onText(text);
      }
    },
    /** The last word: a repaired answer replaces what was heard of the first one. */
    final(text: string) {
      if (text !== shown) onText(text);
    },
  };
}

/**
 * The assistant behind any server that speaks OpenAI's chat completions: OpenAI itself, vLLM, Ollama, LM Studio.
 * Whatever goes wrong there becomes one `AssistantUnavailable` that says what failed; keys, prompts and the server's own words stay out of it.
 */
export function openAiAssistant(given: OpenAiSettings): Assistant {
  const settings = withDefaults(given);
  const clientFor = createChatClients(settings);
  const runner = (task: AssistantTask) => {
    const { model = settings.model, effort = null, deadlineMs = settings.deadlineMs } = given.tasks?.[task] ?? {};
    return createRunner({ ...settings, deadlineMs, ask: clientFor(model, effort) });
  };
  // A circuit breaker for each: a model that is too slow for advice may still be good for a reply.
  const [writeReply, analyze, advise, coach, writeEmail] = [
    runner('reply'),
    runner('analysis'),
    runner('advice'),
    runner('coaching'),
    runner('email'),
  ];

  async function reply(request: ReplyRequest, { signal, onText }: Attention = {}): Promise<Reply> {
    const approved = approvedItems(request.knowledge);
    const withoutLinks = removeForeignLinks({ texts: approvedTexts(approved), domain: settings.companyDomain });
    const ground = bracketUngrounded({ texts: replySources(request), checksNames: isEnglish(request.message) });
    const clean = (text: string) => ground(withoutLinks(text));
    const growing = onText ? growingText(onText, clean) : null;
    const { answer, engine, tokens } = await writeReply(
      {
        form: { name: 'reply', schema: ModelAnswer },
        system: REPLY_SYSTEM,
        message: (boundary) => replyMessage(request, boundary),
        read: (text) => readAnswer(text, { knowledge: approved, clean }),
      },
      { signal, onChunk: growing?.chunk ?? null },
    );
    growing?.final(answer.response);
    return { ...answer, engine, tokens };
  }

  return {
    engine: settings.model,
    reply,
    analyze: async (call, { signal } = {}) => {
      const { answer, engine, tokens } = await analyzeInParts(call, analyze, signal);
      return { ...answer, engine, tokens };
    },
    advise: async (call, { signal } = {}) => {
      const { answer, engine, tokens } = await advise(adviceTask(call, settings.companyDomain), { signal });
      return { ...answer, engine, tokens };
    },
    coach: async (brief, { signal } = {}) => {
      const { answer, engine, tokens } = await coachInParts(brief, coach, signal);
      return { ...answer, engine, tokens };
    },
    draftEmail: async (brief, { signal } = {}) => {
      const { answer, engine, tokens } = await writeEmail(emailTask(brief, settings.companyDomain), { signal });
      return { ...answer, engine, tokens };
    },
  };
}
