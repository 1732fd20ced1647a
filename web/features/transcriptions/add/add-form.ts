import { z } from 'zod';
import { DURATION_LIMIT, NewTranscription } from '#contract/transcription.ts';
import { secondsOf } from '#web/lib/format/duration.ts';
import type { Person } from '../link/person.ts';

const DURATION = 'Enter the duration as m:ss, e.g. 12:30';

const person = z.custom<Person | null>();

/** The fields of the dialog: those of a new call, the duration as m:ss, and the picked customer and lead. */
export const AddForm = NewTranscription.omit({ customerId: true, leadId: true }).extend({
  duration: z
    .string()
    .refine((typed) => typed.trim() === '' || (secondsOf(typed) ?? Number.POSITIVE_INFINITY) <= DURATION_LIMIT, DURATION)
    .transform(secondsOf),
  customer: person,
  lead: person,
});
export type AddFields = z.input<typeof AddForm>;

export const EMPTY: AddFields = { content: '', type: '', title: '', callerPhone: '', duration: '', customer: null, lead: null };
