import { z } from 'zod';
import { RESPONSE_TYPES } from './call.ts';
import { DISCARD_NOTE_LENGTH, DISCARD_REASONS } from './discard-reasons.ts';
import { TEXT_LIMITS } from './limits.ts';
import { optionalId, required, typed } from './text.ts';

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

/** What was sent, as `markReplyUsed` and `POST /api/ai/responses/:id/use` take it; null where nobody said. */
export const SentReply = z
  .object({
    sentText: typed(TEXT_LIMITS.message)
      .nullish()
      .transform((text) => text || null),
  })
  .nullish()
  .transform((sent) => sent?.sentText ?? null);

/** Why a reply is discarded, as `discardReply` takes it. */
export const ReplyDiscard = z.object({
  reason: z.enum(DISCARD_REASONS, 'Choose a reason.'),
  note: typed(DISCARD_NOTE_LENGTH)
    .nullish()
    .transform((text) => text || null),
});
