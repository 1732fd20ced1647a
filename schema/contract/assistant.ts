import { z } from 'zod';
import { TEXT_LIMITS, typed } from './text.ts';

export const RESPONSE_TYPES = ['sales', 'support'] as const;
export type ResponseType = (typeof RESPONSE_TYPES)[number];

/** A customer's message to answer, as the AI Response Center, `generateReply` and `POST /api/ai/generate-response` send it. */
export const ReplyBrief = z.object({
  customerRequest: typed(TEXT_LIMITS.message).pipe(z.string().min(1, 'Please enter a customer request.')),
  responseType: z
    .enum(RESPONSE_TYPES, 'Unknown response type')
    .nullish()
    .transform((type) => type ?? 'sales'),
  customerId: z.string().nullish(),
  leadId: z.string().nullish(),
});
export type ReplyBrief = z.output<typeof ReplyBrief>;
