import type { Config } from '#server/config.ts';
import { offlineAssistant } from './offline/assistant.ts';
import type { Assistant } from './port.ts';
import { STANDARD_MODEL, taskSettings } from './tasks.ts';

/** The assistant the settings ask for: a model where a key or a server of one's own is named, else the offline one. */
export async function chooseAssistant(config: Config): Promise<Assistant> {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, COMPANY_EMAIL_DOMAIN } = config;
  if (!OPENAI_API_KEY && !OPENAI_BASE_URL) return offlineAssistant();
  // The SDK of the model is large; who needs none does not load it.
  const { openAiAssistant } = await import('./openai/assistant.ts');
  return openAiAssistant({
    apiKey: OPENAI_API_KEY,
    baseUrl: OPENAI_BASE_URL,
    model: OPENAI_MODEL ?? STANDARD_MODEL,
    tasks: taskSettings(config),
    companyDomain: COMPANY_EMAIL_DOMAIN,
  });
}
