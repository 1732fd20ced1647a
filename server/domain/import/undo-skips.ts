import { fieldsOfImport, type ImportNoun } from '#contract/import.ts';
import { importable } from './importable-entities.ts';
import type { KeptRow } from './undo-queries.ts';

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** Why an undo left a row as it is, in a sentence. */
export function skipReason(entityType: ImportNoun, { before, after, now, uses }: KeptRow): string {
  if (now === null) return 'It is gone already.';
  const { derivedTimestamps: moments } = importable(entityType);
  const fields = Object.keys(after).filter((field) => after[field] !== now[field]);
  // Who moved it there and back changed the stage, though it reads the same.
  const changed = new Set(fields.map((field) => moments[field]?.[1] ?? field));
  const labels = fieldsOfImport(entityType).flatMap(({ field, label }) => (changed.has(field) ? [label] : []));
  if (labels.length > 0) return `Somebody changed it since: ${listed(labels)}.`;
  return before === null && uses.length > 0 ? `It has ${listed(uses)} by now.` : 'Somebody worked with it since.';
}
