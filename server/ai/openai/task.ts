import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { repairMessage, tellsInstructions } from '../prompts/data-message.ts';
import type { Form } from './client/capabilities.ts';
import { openCircuit } from './client/circuit.ts';
import { type Completion, type ConversationSettings, openConversation, type StreamListener, type Tokens } from './client/completion.ts';
import { failureOf, ModelFailure } from './client/failure.ts';
import { type Read, unusable } from './model-output.ts';

/** Something a model is asked for: what it is told, and what makes its answer usable. */
export interface Task<Answer> {
  readonly form: Form;
  readonly system: string;
  message(boundary: string): string;
  read(text: string): Read<Answer>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Hears the first answer while it is written. */
  readonly onPiece?: ((piece: string) => void) | null;
  /** When another bound holds than the usual one. */
  readonly deadlineMs?: number;
}

export interface Performed<Answer> {
  readonly answer: Answer;
  /** The model that answered, as it calls itself. */
  readonly engine: string;
  readonly tokens: Tokens | null;
}

type PerformerSettings = ConversationSettings &
  Parameters<typeof openCircuit>[0] &
  Pick<StreamListener, 'idleTimeoutMs'> & { readonly deadlineMs: number; boundary(): string };

const said = (text: string): ChatCompletionMessageParam => ({ role: 'assistant', content: text.slice(0, 8_000) || '(nothing)' });
const told = (text: string): ChatCompletionMessageParam => ({ role: 'user', content: text });

function sum(first: Tokens | null, second: Tokens | null): Tokens | null {
  return first && second ? { prompt: first.prompt + second.prompt, completion: first.completion + second.completion } : (second ?? first);
}

/** Performs tasks with one server: within a deadline, with one repair, and not at all while the server is known to be down. */
export function createRunner(settings: PerformerSettings) {
  const ask = openConversation(settings);
  const guarded = openCircuit(settings);

  async function attempt<Answer>({ form, system, message, read }: Task<Answer>, performance: CallOptions): Promise<Performed<Answer>> {
    const { signal, onPiece = null } = performance;
    const deadline = AbortSignal.timeout(performance.deadlineMs ?? settings.deadlineMs);
    const listening = { ...settings, signal: signal ? AbortSignal.any([signal, deadline]) : deadline, onPiece: null };
    const boundary = settings.boundary();
    const messages: ChatCompletionMessageParam[] = [{ role: 'system', content: system }, told(message(boundary))];
    const readSafely = ({ text }: Completion): Read<Answer> =>
      tellsInstructions(text, system, boundary) ? unusable('it repeats the instructions') : read(text);

    try {
      const first = await ask(form, messages, { ...listening, onPiece });
      const answer = readSafely(first);
      if (answer.usable) return { answer: answer.answer, engine: first.model, tokens: first.tokens };
      const repair = told(repairMessage(answer.problem, Object.keys(form.schema.shape)));
      const second = await ask(form, [...messages, said(first.text), repair], listening);
      const repaired = readSafely(second);
      if (repaired.usable) return { answer: repaired.answer, engine: second.model, tokens: sum(first.tokens, second.tokens) };
      throw new ModelFailure('unusable');
    } catch (error) {
      signal?.throwIfAborted();
      throw deadline.aborted ? new ModelFailure('slow') : failureOf(error);
    }
  }

  return async <Answer>(task: Task<Answer>, performance: CallOptions = {}): Promise<Performed<Answer>> => {
    performance.signal?.throwIfAborted();
    return guarded(() => attempt(task, performance));
  };
}
