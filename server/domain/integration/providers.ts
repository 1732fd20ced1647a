export const PROVIDERS = ['shopify', 'callrail'] as const;
/** An outside service. */
export type Provider = (typeof PROVIDERS)[number];

/** How an outside service is reached: its real interface, the small built-in one of the demo world, or not at all. */
export type Connection = 'connected' | 'demo' | 'not_configured';
