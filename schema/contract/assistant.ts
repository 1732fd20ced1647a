import { z } from 'zod';
import { RESPONSE_TYPES } from './call.ts';
import { TEXT_LIMITS } from './limits.ts';
import { optionalId, required } from './text.ts';

/** A customer's message to answer, as the AI Response Center, `generateReply` and `POST /api/ai/generate-response` send it. */
export const ReplyBrief = z.object({
  customerRequest: required(TEXT_LIMITS.message, 'Please enter a customer request.'),
  responseType: z
    .enum(RESPONSE_TYPES, 'Unknown response type')
    .nullish()
    .transform((type) => type ?? 'sales'),
  customerId: optionalId,
  leadId: optionalId,
});
export type ReplyBrief = z.output<typeof ReplyBrief>;

/** What a part of a reply can rest on. */
export const REPLY_SOURCE_KINDS = ['training_item', 'order', 'lead', 'transcription'] as const;
export type ReplySourceKind = (typeof REPLY_SOURCE_KINDS)[number];

/** Characters of a source that are stored with the reply. */
export const PASSAGE_LENGTH = 600;

/** A sentence of a text, in UTF-16 units: from `start` to before `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}
