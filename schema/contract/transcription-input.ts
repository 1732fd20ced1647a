import { z } from 'zod';
import { CALL_TYPES, DURATION_LIMIT, PRIORITIES, TAG_LIMITS, TRANSCRIPT_LIMIT } from './call.ts';
import { optionalId, optionalLine, optionalMoney, required, typed } from './text.ts';

const DURATION = `Must be whole seconds from 0 to ${DURATION_LIMIT.toLocaleString('en-US')}`;

const type = z.enum(CALL_TYPES, 'Unknown call type');

/** A call to add, as the Add Transcription dialog, `addTranscription` and `POST /api/transcriptions` send it. */
export const NewTranscription = z.object({
  content: required(TRANSCRIPT_LIMIT, 'Please enter transcription content.'),
  /** Left out, the analysis decides. */
  type: z
    .union([z.literal(''), type], 'Unknown call type')
    .nullish()
    .transform((value) => value || null),
  title: optionalLine,
  customerId: optionalId,
  leadId: optionalId,
  repId: optionalId,
  callerPhone: optionalLine,
  duration: z
    .number(DURATION)
    .int(DURATION)
    .min(0, DURATION)
    .max(DURATION_LIMIT, DURATION)
    .nullish()
    .transform((seconds) => seconds ?? null),
});
export type NewTranscription = z.output<typeof NewTranscription>;

const tag = typed(TAG_LIMITS.length);

/** Tags as typed: blank ones dropped, each once whatever its case. */
const tags = z
  .array(tag, 'Tags must be a list')
  .transform((list) => [...new Map(list.filter(Boolean).map((text) => [text.toLowerCase(), text])).values()])
  .pipe(z.array(z.string()).max(TAG_LIMITS.count, `At most ${TAG_LIMITS.count} tags`));

/** The fields of a call that a person may change; those left out stay as they are. */
export const TranscriptionChanges = z
  .object({
    title: optionalLine,
    type,
    callValue: optionalMoney,
    /** Cleared, a call is of medium priority again. */
    priority: z
      .enum(PRIORITIES, 'Unknown priority')
      .nullish()
      .transform((priority) => priority ?? 'medium'),
    tags,
    customerId: optionalId,
    leadId: optionalId,
    repId: optionalId,
    callerPhone: optionalLine,
  })
  .partial();
export type TranscriptionChanges = z.output<typeof TranscriptionChanges>;
