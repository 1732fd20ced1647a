import { type Abilities, openModel } from '#server/testing/emulators/openai/openai.ts';
import { type OpenAiSettings, openAiAssistant } from './assistant.ts';

export const KEY = 'sk-secret-of-this-test';

/** A model's server and an assistant that speaks with it, impatient enough for a test. */
export async function openAssistant({ settings = {}, abilities = {} }: { settings?: Partial<OpenAiSettings>; abilities?: Abilities } = {}) {
  const model = await openModel(abilities);
  const assistant = openAiAssistant({
    apiKey: KEY,
    baseUrl: model.baseUrl,
    model: 'gpt-test',
    timeoutMs: 2_000,
    idleTimeoutMs: 2_000,
    deadlineMs: 5_000,
    ...settings,
  });
  return { model, assistant, [Symbol.asyncDispose]: model.close };
}
