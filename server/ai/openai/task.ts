import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import pLimit from 'p-limit';
import { repairMessage, tellsInstructions } from '../prompts/data-message.ts';
import type { ResponseSchema } from './client/capabilities.ts';
import { createCircuitBreaker } from './client/circuit.ts';
import type { ChatClient, Completion, StreamListener, Tokens } from './client/completion.ts';
import { failureOf, ModelFailure } from './client/failure.ts';
import { type Read, unusable } from './model-output.ts';

/** A request to a model: its instructions, and how its answer is read and checked. */
export interface Task<Answer> {
  readonly form: ResponseSchema;
  readonly system: string;
  message(boundary: string): string;
  read(text: string): Read<Answer>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Receives the first answer as it streams. */
  readonly onChunk?: ((chunk: string) => void) | null;
}

export interface TaskResult<Answer> {
  readonly answer: Answer;
  /** The model that answered, as it calls itself. */
  readonly engine: string;
  readonly tokens: Tokens | null;
}

type RunnerSettings = Parameters<typeof createCircuitBreaker>[0] &
  Pick<StreamListener, 'idleTimeoutMs' | 'timeoutMs'> & { readonly ask: ChatClient; readonly deadlineMs: number; boundary(): string };

const assistantMessage = (text: string): ChatCompletionMessageParam => ({
  role: 'assistant',
  content: text.slice(0, 8_000) || '(nothing)',
});
const userMessage = (text: string): ChatCompletionMessageParam => ({ role: 'user', content: text });

/** The tokens of two requests; those of one where the other's were not counted. */
export function sumTokens(first: Tokens | null, second: Tokens | null): Tokens | null {
  return first && second ? { prompt: first.prompt + second.prompt, completion: first.completion + second.completion } : (second ?? first);
}

/** Parts of one request that are read at the same time. */
const PARTS_AT_ONCE = 3;

interface PartedTask<Answer> {
  readonly parts: readonly Task<Answer>[];
  /** Puts together what was found in the parts, in their order. */
  merge(found: readonly Answer[]): Task<Answer>;
  run(task: Task<Answer>, options: CallOptions): Promise<TaskResult<Answer>>;
  readonly signal?: AbortSignal;
}

/** Runs a task part by part, then once more on what was found. The tokens are those of all; where one part fails, the others are stopped. */
export async function runInParts<Answer>({ parts, merge, run, signal }: PartedTask<Answer>): Promise<TaskResult<Answer>> {
  const stop = new AbortController();
  const limit = pLimit(PARTS_AT_ONCE);
  const options = { signal: signal ? AbortSignal.any([signal, stop.signal]) : stop.signal };
  const found = await Promise.all(parts.map((task) => limit(() => run(task, options)))).catch((error: unknown) => {
    stop.abort();
    throw error;
  });
  const merged = await run(merge(found.map(({ answer }) => answer)), { signal });
  return { ...merged, tokens: [...found, merged].reduce<Tokens | null>((total, { tokens }) => sumTokens(total, tokens), null) };
}

/** Runs tasks of one kind against a model: with a deadline, one repair, and a circuit breaker. */
export function createRunner({ ask, ...settings }: RunnerSettings) {
  const withCircuitBreaker = createCircuitBreaker(settings);

  async function attempt<Answer>({ form, system, message, read }: Task<Answer>, options: CallOptions): Promise<TaskResult<Answer>> {
    const { signal, onChunk = null } = options;
    const deadline = AbortSignal.timeout(settings.deadlineMs);
    const listener = { ...settings, signal: signal ? AbortSignal.any([signal, deadline]) : deadline, onChunk: null };
    const boundary = settings.boundary();
    const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: system }, userMessage(message(boundary))];
    const readSafely = ({ text }: Completion): Read<Answer> =>
      tellsInstructions(text, system, boundary) ? unusable('it repeats the instructions') : read(text);

    try {
      const first = await ask(form, messages, { ...listener, onChunk });
      const answer = readSafely(first);
      if (answer.usable) return { answer: answer.answer, engine: first.model, tokens: first.tokens };
      const repair = userMessage(repairMessage(answer.problem, Object.keys(form.schema.shape)));
      const second = await ask(form, [...messages, assistantMessage(first.text), repair], listener);
      const repaired = readSafely(second);
      if (repaired.usable) return { answer: repaired.answer, engine: second.model, tokens: sumTokens(first.tokens, second.tokens) };
      throw new ModelFailure('unusable');
    } catch (error) {
      signal?.throwIfAborted();
      throw deadline.aborted ? new ModelFailure('slow') : failureOf(error);
    }
  }

  return async <Answer>(task: Task<Answer>, options: CallOptions = {}): Promise<TaskResult<Answer>> => {
    options.signal?.throwIfAborted();
    return withCircuitBreaker(() => attempt(task, options));
  };
}
