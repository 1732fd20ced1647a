import type { ImportKey, ImportNoun } from '#contract/import.ts';
import type { Tx } from '#server/database/client.ts';
import { findStatement } from './queries.ts';
import type { Fields } from './rows.ts';
import type { StoredRow } from './stored.ts';

const NEXT = `select number, cells from import_rows where import_id = $1 and number > $2::int order by number limit $3::int`;
export interface Problem {
  readonly number: number;
  readonly problem: string;
}

/** A row that can be taken, and which known one it is. */
export interface MatchedRow {
  readonly number: number;
  readonly fields: Fields;
  /** Null where it is new. */
  readonly id: string | null;
  readonly becomes: 'created' | 'updated' | 'unchanged';
}

interface Found extends Omit<MatchedRow, 'fields' | 'becomes'> {
  readonly becomes: MatchedRow['becomes'] | 'taken';
}

/** The next rows of a file after a place. */
export const rowsAfter = (tx: Tx, id: string, place: number, most: number): Promise<StoredRow[]> =>
  tx.$queryRawUnsafe<StoredRow[]>(NEXT, id, place, most);

export const sameAlready = (row: number, entityType: ImportNoun): string => `Row ${row} is the same ${entityType} already.`;

/** Looks batches of rows up in the database, and remembers which known one each was: of several for one the first counts. */
export function matchRows(entityType: ImportNoun, by: ImportKey | null = null) {
  const owner = new Map<string, number>();
  return async (tx: Tx, rows: readonly { readonly number: number; readonly fields: Fields }[]) => {
    const sent = JSON.stringify(rows.map(({ number, fields }) => ({ ...fields, number })));
    const found = new Map((await tx.$queryRawUnsafe<Found[]>(findStatement(entityType, by), sent)).map((each) => [each.number, each]));
    const taken: MatchedRow[] = [];
    const problems: Problem[] = [];
    for (const { number, fields } of rows) {
      const { id = null, becomes = 'created' } = found.get(number) ?? {};
      const earlier = id === null ? undefined : owner.get(id);
      if (earlier !== undefined) problems.push({ number, problem: sameAlready(earlier, entityType) });
      else if (becomes === 'taken') problems.push({ number, problem: 'Shopify Customer ID: Another customer has it already' });
      else taken.push({ number, fields, id, becomes });
      if (id !== null && earlier === undefined) owner.set(id, number);
    }
    return { taken, problems };
  };
}
