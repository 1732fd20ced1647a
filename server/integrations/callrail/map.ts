import { z } from 'zod';
import { toE164 } from '#contract/person.ts';
import type { TrackedCall } from './port.ts';

// Read with little trust: what a transcript looks like is documented nowhere, and fields come and go with the plan.

const Phrase = z.object({ speaker: z.string().nullish(), phrase: z.string().nullish(), text: z.string().nullish() });
const Transcript = z
  .union([z.string(), z.array(Phrase)])
  .nullish()
  .catch(null);

const ApiCall = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  customer_name: z.string().nullish().catch(null),
  customer_phone_number: z.string().nullish().catch(null),
  duration: z.coerce.number().min(0).nullish().catch(null),
  start_time: z.string().nullish().catch(null),
  transcription: Transcript,
});

/** A page of calls; a call that cannot be read is left out rather than losing the page. */
export const ApiPage = z.object({
  page: z.coerce.number().catch(1),
  total_pages: z.coerce.number().catch(1),
  // For pages that link to each other.
  has_next_page: z.boolean().nullish().catch(null),
  next_page: z.string().nullish().catch(null),
  calls: z.array(z.unknown()),
});

/** CallRail's speakers are an agent and a caller; ours a rep and a customer. */
const speakerOf = (speaker: string | null | undefined): string =>
  speaker && /^(?:customer|caller)/i.test(speaker) ? 'Customer' : speaker && /^(?:agent|rep)/i.test(speaker) ? 'Rep' : (speaker ?? '');

function textOf(transcript: z.output<typeof Transcript>): string | null {
  if (typeof transcript === 'string') return transcript.trim() || null;
  const lines = transcript?.flatMap(({ speaker, phrase, text }) => {
    const line = (phrase ?? text ?? '').trim();
    return line === '' ? [] : [speaker ? `${speakerOf(speaker)}: ${line}` : line];
  });
  return lines?.join('\n') || null;
}

function momentOf(text: string | null | undefined): Date | null {
  const at = new Date(text ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** A number in E.164 format; an incomplete one unchanged. CallRail's own are American. */
function worldwide(phone: string | null | undefined): string | null {
  const given = phone?.trim() || null;
  return given && (toE164(given) ?? given);
}

/** A call of the API as we know calls; null where it has no id. */
export function trackedCall(given: unknown): TrackedCall | null {
  const { success, data } = ApiCall.safeParse(given);
  if (!success) return null;
  return {
    id: data.id,
    customerName: data.customer_name?.trim() || null,
    customerPhone: worldwide(data.customer_phone_number),
    duration: typeof data.duration === 'number' ? Math.floor(data.duration) : null,
    startedAt: momentOf(data.start_time),
    transcript: textOf(data.transcription),
  };
}
