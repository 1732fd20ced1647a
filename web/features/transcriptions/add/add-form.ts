import { z } from 'zod';
import { DURATION_LIMIT } from '#contract/call.ts';
import { NewTranscription } from '#contract/transcription-input.ts';
import { secondsOf } from '#web/lib/format/time.ts';
import type { PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import type { PickedLead } from '../LeadPicker.tsx';

const DURATION = 'Enter the duration as m:ss, e.g. 12:30';

/** The fields of the dialog: those of a new call, the duration as m:ss, and the picked customer and lead. */
export const AddForm = NewTranscription.omit({ customerId: true, leadId: true }).extend({
  duration: z
    .string()
    .refine((typed) => typed.trim() === '' || (secondsOf(typed) ?? Number.POSITIVE_INFINITY) <= DURATION_LIMIT, DURATION)
    .transform(secondsOf),
  customer: z.custom<PickedCustomer | null>(),
  lead: z.custom<PickedLead | null>(),
});
export type AddFields = z.input<typeof AddForm>;

export const EMPTY: AddFields = { content: '', type: '', title: '', callerPhone: '', duration: '', customer: null, lead: null };
