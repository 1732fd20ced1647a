import type { EmailType } from '#contract/email-template.ts';

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
  tokens: '/tokens',
  people: '/people',
  settings: '/settings',
  audit: '/audit',
} as const;

/** The calls that match some words. */
export const transcriptionSearchPath = (search: string): string => `${PATHS.transcriptions}?${new URLSearchParams({ search })}`;

/** The calls of one type, or all. */
export const transcriptionsPath = (type: string | null): string =>
  type ? `${PATHS.transcriptions}?${new URLSearchParams({ type })}` : PATHS.transcriptions;

/** One call, opened over the list. */
export const callPath = (id: string): string => `${PATHS.transcriptions}?${new URLSearchParams({ call: id })}`;

/** The URL of a call, opened at one of its turns. */
export const turnPath = (id: string, turn: number): string =>
  `${PATHS.transcriptions}?${new URLSearchParams({ call: id, turn: String(turn) })}`;

/** The training items that match some words. */
export const trainingSearchPath = (search: string): string => `${PATHS.aiTraining}?${new URLSearchParams({ search })}`;

/** One training item, opened over the list. */
export const trainingItemPath = (id: string): string => `${PATHS.aiTraining}?${new URLSearchParams({ item: id })}`;

/** One customer, opened over the list. */
export const customerPath = (id: string): string => `${PATHS.customers}?${new URLSearchParams({ customer: id })}`;

/** One lead, opened over the board. */
export const leadPath = (id: string): string => `${PATHS.pipeline}?${new URLSearchParams({ lead: id })}`;

/** One order, opened over the list. */
export const orderPath = (id: string): string => `${PATHS.orders}?${new URLSearchParams({ order: id })}`;
/** A customer's flow of one type. */
export const customerFlowPath = (customer: string, type: string): string =>
  `${PATHS.interactionFlows}?${new URLSearchParams({ customer, type })}`;
/** The email templates of one type, or all. */
export const emailTemplatesPath = (type: EmailType | null): string =>
  type ? `${PATHS.emailTemplates}?${new URLSearchParams({ type })}` : PATHS.emailTemplates;
