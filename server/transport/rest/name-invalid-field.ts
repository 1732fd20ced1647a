import { Invalid } from '#domain/failures.ts';

/** Sentences that would fit any field: what they are about is said before them. */
const OF_ANY_FIELD = /^(Must |Please keep this |At most [\d,]+$|Too (big|small)|Invalid (input|option|key|string)|Unrecognized )/;

/**
 * What is wrong with a body, a path or a query, with the field it is of. The message is all that clients of these routes are
 * told; sentences that name what they are about, as “Name is required”, stay as they are.
 */
export function nameInvalidField(error: unknown): unknown {
  if (!(error instanceof Invalid)) return error;
  const [{ path, message }, ...others] = error.issues;
  return path !== '' && OF_ANY_FIELD.test(message) ? new Invalid([{ path, message: `${path}: ${message}` }, ...others]) : error;
}
