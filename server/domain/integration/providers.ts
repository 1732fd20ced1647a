export const PROVIDERS = ['shopify', 'callrail'] as const;
/** An outside service. */
export type Provider = (typeof PROVIDERS)[number];

/** Which adapter serves an integration: the real API, the built-in demo one, or none. */
export type Connection = 'connected' | 'demo' | 'not_configured';
