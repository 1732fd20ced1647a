import { AssistantUnavailable } from '#domain/failures.ts';
import type { Assistant, Attention } from './port.ts';

/**
 * The assistant whose replies and emails the fallback writes where the model fails: the result is the fallback's, says so, and says why.
 * Where the assistant is itself the fallback's engine, its failures stay failures. Limits are not failures of the model: they are refused.
 */
export function withFallback(assistant: Assistant, fallback: Assistant): Assistant {
  if (assistant.engine === fallback.engine) return assistant;
  const otherwise =
    <Request, Options extends Pick<Attention, 'signal'>, Answer extends { readonly fallbackReason?: string }>(
      call: (request: Request, options?: Options) => Promise<Answer>,
      instead: (request: Request, options?: Options) => Promise<Answer>,
    ) =>
    async (request: Request, options?: Options): Promise<Answer> => {
      try {
        return await call(request, options);
      } catch (error) {
        if (!(error instanceof AssistantUnavailable)) throw error;
        options?.signal?.throwIfAborted();
        return { ...(await instead(request, options)), fallbackReason: error.message };
      }
    };
  return {
    ...assistant,
    reply: otherwise(assistant.reply, fallback.reply),
    draftEmail: otherwise(assistant.draftEmail, fallback.draftEmail),
  };
}
