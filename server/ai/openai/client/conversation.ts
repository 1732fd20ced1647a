import type { ChatCompletionMessageParam } from 'openai/resources/chat/completions';
import { compatibleDialect, type Form, type ModelCapabilities, nativeDialect, requestIn, simplerDialect } from './capabilities.ts';
import { type ClientSettings, isOpenAi, openClient } from './client.ts';
import { type Completion, complete, type StreamListener } from './completion.ts';

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
