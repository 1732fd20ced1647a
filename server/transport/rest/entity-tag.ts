import type { EditableRow, Precondition } from '#domain/editable-row.ts';
import { Invalid } from '#domain/failures.ts';

// RFC 9110: `W/` marks a weak tag, which `If-Match` never accepts.
const TAG = String.raw`(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"`;
const TAGS = new RegExp(String.raw`^\s*${TAG}(?:\s*,\s*${TAG})*\s*$`);

/** The strong `ETag` of a row's version: `"<id>@<updatedAt>"`, both as the JSON has them. */
export const entityTagOf = ({ id, updatedAt }: EditableRow): string => `"${id}@${updatedAt.toISOString()}"`;

/**
 * `If-Match` as a precondition for the row `id`. Absent or `*`: none; a row that does not exist is refused anyway.
 * A header that is no list of entity tags is `Invalid`; tags of other rows, and weak ones, match nothing.
 */
export function readIfMatch(header: string | undefined, id: string): Precondition {
  if (header === undefined || header.trim() === '*') return {};
  if (!TAGS.test(header)) throw new Invalid([{ path: '', message: 'If-Match must be * or an ETag in double quotes.' }]);
  const prefix = `"${id}@`;
  const times = [...header.matchAll(new RegExp(TAG, 'g'))]
    .filter(([tag]) => tag.startsWith(prefix))
    .map(([tag]) => new Date(tag.slice(prefix.length, -1)))
    .filter((time) => !Number.isNaN(time.getTime()));
  return { ifUpdatedAt: times };
}
