/** The kinds of email a template is for, and the order they are shown in. */
export const EMAIL_TYPES = ['welcome', 'follow_up', 'quote', 'proposal', 'support', 'newsletter'] as const;
export type EmailType = (typeof EMAIL_TYPES)[number];

export const EMAIL_TYPE_LABELS = {
  welcome: 'Welcome',
  follow_up: 'Follow Up',
  quote: 'Quote',
  proposal: 'Proposal',
  support: 'Support',
  newsletter: 'Newsletter',
} as const satisfies Record<EmailType, string>;

/** How an email may sound. */
export const EMAIL_TONES = ['formal', 'friendly', 'professional', 'casual'] as const;
export type EmailTone = (typeof EMAIL_TONES)[number];

export const EMAIL_TONE_LABELS = {
  formal: 'Formal',
  friendly: 'Friendly',
  professional: 'Professional',
  casual: 'Casual',
} as const satisfies Record<EmailTone, string>;

/** What double braces may hold in a template: `{{customer_name}}`. Anything else is pointed out. */
export const PLACEHOLDERS = ['customer_name', 'first_name', 'last_name', 'email', 'company_name', 'phone'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

/** Characters of a template. */
export const EMAIL_LIMITS = { subject: 200, body: 20_000, purpose: 500, context: 2_000 } as const;
