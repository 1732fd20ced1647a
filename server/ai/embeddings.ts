import type { Config } from '#server/config.ts';
import type { Embedder } from './port.ts';

/** The embedding model the settings ask for; null, the default, for none. */
export async function chooseEmbedder(config: Config): Promise<Embedder | null> {
  const { ASSISTANT_EMBEDDINGS_MODEL: model, OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config;
  if (!model) return null;
  const { openAiEmbedder } = await import('./openai/embeddings.ts');
  return openAiEmbedder({ apiKey, baseUrl, model });
}
