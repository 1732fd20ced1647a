/** How a text feels. */
export const FEELINGS = ['negative', 'neutral', 'positive'] as const;
export type Feeling = (typeof FEELINGS)[number];

/** What a whole text may be: a review of a product with its verdict, or any other message. */
export const REVIEW_LABELS = [...FEELINGS, 'message'] as const;

/** What a customer may want. */
export const INTENTS = [
  'outage',
  'access',
  'billing',
  'refund',
  'cancellation',
  'competitor',
  'discount',
  'purchase',
  'quote',
  'pricing',
  'scheduling',
  'shipping',
  'integration',
  'warranty',
  'bug',
  'advice',
  'onboarding',
  'availability',
  'human',
  'complaint',
  'praise',
  'feature',
] as const;
export type Intent = (typeof INTENTS)[number];

/** What the intent classifier chooses from: something of everyday life or of another trade is none. */
export const INTENT_LABELS = [...INTENTS, 'none'] as const;

/** How soon a message needs somebody. */
export const URGENCIES = ['low', 'medium', 'high'] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Whom a question is for: a company that sells or serves, or anybody: general knowledge and everyday life. */
export const TOPICS = ['company', 'other'] as const;
export type Topic = (typeof TOPICS)[number];
