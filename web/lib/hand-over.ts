import { z } from 'zod';
import { RESPONSE_TYPES } from '#contract/assistant.ts';

const HandOver = z.object({
  request: z.string().optional(),
  responseType: z.enum(RESPONSE_TYPES).optional(),
  customerId: z.string().optional(),
});

/** What another screen hands to the AI Response Center, as the state of the navigation that leads there. */
export type HandOver = z.output<typeof HandOver>;

/** Reads the state of a navigation; null where nothing was handed over. */
export function readHandOver(state: unknown): HandOver | null {
  const { data } = HandOver.safeParse(state);
  return data && Object.keys(data).length > 0 ? data : null;
}
