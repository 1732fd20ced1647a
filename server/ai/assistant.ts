import type { Config } from '#server/config.ts';
import { offlineAssistant } from './offline/assistant.ts';
import type { Assistant } from './port.ts';

const STANDARD_MODEL = 'gpt-5-mini';

/** The assistant the settings ask for: a model where a key or a server of one's own is named, else the offline one. */
export async function chooseAssistant({ OPENAI_API_KEY, OPENAI_BASE_URL, OPENAI_MODEL, COMPANY_EMAIL_DOMAIN }: Config): Promise<Assistant> {
  if (!OPENAI_API_KEY && !OPENAI_BASE_URL) return offlineAssistant();
  // The SDK of the model is large; who needs none does not load it.
  const { openAiAssistant } = await import('./openai/assistant.ts');
  return openAiAssistant({
    apiKey: OPENAI_API_KEY,
    baseUrl: OPENAI_BASE_URL,
    model: OPENAI_MODEL ?? STANDARD_MODEL,
    companyDomain: COMPANY_EMAIL_DOMAIN,
  });
}
