import { IMPORT_NOUNS, IMPORT_STATES, type ImportNoun, type ImportState } from '#contract/import.ts';
import type { Import as Row } from '#prisma/generated/client.ts';

/** A file on its way in, as it is stored. */
export interface Import extends Omit<Row, 'entityType' | 'state'> {
  readonly entityType: ImportNoun;
  readonly state: ImportState;
}

export function readImport(row: Row): Import {
  const entityType = IMPORT_NOUNS.find((each) => each === row.entityType);
  const state = IMPORT_STATES.find((each) => each === row.state);
  if (!entityType || !state) throw new Error(`The import ${row.id} is of ${row.entityType} and ${row.state}`);
  return { ...row, entityType, state };
}

export interface StoredRow {
  readonly number: number;
  readonly cells: readonly string[];
}
