/** Every address of the product has one builder. */
export const PATHS = {
  responseCenter: '/',
  pipeline: '/pipeline',
  customers: '/customers',
  transcriptions: '/transcriptions',
  emailTemplates: '/email-templates',
  aiTraining: '/ai-training',
  coaching: '/coaching',
  interactionFlows: '/interaction-flows',
  orders: '/orders',
  analytics: '/analytics',
} as const;

/** The calls that match some words. */
export const transcriptionSearchPath = (words: string): string => `${PATHS.transcriptions}?${new URLSearchParams({ search: words })}`;
