import { RESPONSE_TYPES, type ResponseType } from '#contract/call.ts';

/** The prefill of the AI Response Center, passed by another screen as navigation state. */
export type ReplyPrefill = { request?: string; responseType?: ResponseType; customerId?: string };

const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string';

/** Reads the navigation state; null if it has no valid prefill. */
export function readReplyPrefill(state: unknown): ReplyPrefill | null {
  const { request, responseType, customerId }: Record<string, unknown> = Object(state);
  const type = RESPONSE_TYPES.find((known) => known === responseType);
  if (!isText(request) || !isText(customerId) || (responseType !== undefined && !type)) return null;
  const given = {
    ...(request !== undefined && { request }),
    ...(type && { responseType: type }),
    ...(customerId !== undefined && { customerId }),
  };
  return Object.keys(given).length > 0 ? given : null;
}
