import { openModel } from '#server/testing/emulators/openai/openai.ts';
import { assistantContract } from './assistant-contract.ts';
import { offlineAssistant } from './offline/assistant.ts';
import { openAiAssistant } from './openai/assistant.ts';

assistantContract('OpenAI', async () => {
  const model = await openModel();
  return { assistant: openAiAssistant({ apiKey: 'sk-test', baseUrl: model.baseUrl, model: 'gpt-test' }), close: model.close };
});

assistantContract('OpenAI-compatible', async () => {
  const model = await openModel({ formats: [], tokenParameters: ['max_tokens'], streamOptions: false });
  return { assistant: openAiAssistant({ apiKey: null, baseUrl: model.baseUrl, model: 'llama-test' }), close: model.close };
});

assistantContract('offline', async () => ({ assistant: offlineAssistant(), close: async () => {} }));
