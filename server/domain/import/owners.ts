import type { ImportNoun, ImportOutcome } from '#contract/import.ts';
import type { Tx } from '#server/database/client.ts';
import { quoted } from '../query/invalid-input.ts';
import type { RowProblem, ValidRow } from './dry-run.ts';

/** The nouns whose rows have an owner. */
const OWNED: Readonly<Partial<Record<ImportNoun, { readonly table: string; readonly events: string }>>> = {
  lead: { table: 'leads', events: `events.subject_type = 'lead' and events.subject_id = owned.id` },
  customer: {
    table: 'customers',
    // Those of orders and of emails belong to whom the customer belongs to.
    events: `((events.subject_type = 'customer' and events.subject_id = owned.id)
      or (events.customer_id = owned.id and (events.subject_type = 'order' or events.kind = 'email.personalized')))`,
  },
};

const FIND = `
  select id, username::text, email::text from users
  where is_active and (id = any($1::text[]) or username = any($1::citext[]) or email = any($1::citext[]))`;

/** Reads the owners that rows name by username, email address or id. A row that names nobody who works here has a problem. */
export async function findOwners(
  tx: Tx,
  rows: readonly ValidRow[],
): Promise<{ readonly rows: readonly ValidRow[]; readonly problems: readonly RowProblem[] }> {
  const names = [...new Set(rows.flatMap(({ fields }) => fields.ownerId ?? []))];
  if (names.length === 0) return { rows, problems: [] };
  const people = await tx.$queryRawUnsafe<{ id: string; username: string; email: string }[]>(FIND, names);
  const ids = new Map(people.flatMap(({ id, username, email }) => [id, username, email].map((name) => [name.toLowerCase(), id] as const)));
  const problems: RowProblem[] = [];
  const found = rows.flatMap((row): ValidRow[] => {
    const name = row.fields.ownerId;
    if (name === undefined) return [row];
    const ownerId = ids.get(name.toLowerCase());
    if (ownerId !== undefined) return [{ ...row, fields: { ...row.fields, ownerId } }];
    problems.push({ number: row.number, problem: `Owner: No active account has the username or email address ${quoted(name)}` });
    return [];
  });
  return { rows: found, problems };
}

/** Whether a new row of the noun belongs to somebody. */
export const hasOwner = (entityType: ImportNoun): boolean => OWNED[entityType] !== undefined;

/** Gives the past events of rows `from` to `to` of an import to those whose rows they are now. */
export async function passOnImportedEvents(
  tx: Tx,
  entityType: ImportNoun,
  importId: string,
  { from, to, outcome }: { readonly from: number; readonly to: number; readonly outcome: ImportOutcome | 'undone' },
): Promise<void> {
  const owned = OWNED[entityType];
  if (!owned) return;
  await tx.$executeRawUnsafe(
    `update events set owner_id = owned.owner_id from import_rows join ${owned.table} as owned on owned.id = import_rows.row_id
      where import_rows.import_id = $1 and import_rows.number between $2::int and $3::int and import_rows.outcome = $4
        and events.owner_id is distinct from owned.owner_id and ${owned.events}`,
    importId,
    from,
    to,
    outcome,
  );
}
