import { IMPORT_LIMITS } from '#contract/import.ts';
import { LimitExceeded } from '../failures.ts';

const { person, all, days, mutations } = IMPORT_LIMITS.stored;
const MEGABYTE = 1_000_000;

interface Used {
  readonly files: number;
  readonly bytes: number;
  readonly ownFiles: number;
  readonly ownBytes: number;
}

/** What can run one statement: a pooled connection, inside a transaction or not. */
interface Queryable {
  query<Row>(text: string, values: readonly unknown[]): Promise<{ readonly rows: readonly Row[] }>;
}

// Rows that came by a mutation have no delimiter and a limit of their own.
const USED = `
  select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes,
    (count(*) filter (where user_id = $1))::int as "ownFiles", coalesce(sum(bytes) filter (where user_id = $1), 0)::float8 as "ownBytes"
  from imports where separator <> ''`;

const number = (value: number): string => value.toLocaleString('en-US');
interface Limit {
  readonly files: number;
  readonly megabytes: number;
}

const reached = (who: string, limit: Limit) =>
  new LimitExceeded(
    'RATE_LIMITED',
    `${who} may have ${number(limit.files)} stored uploads of ${number(limit.megabytes)} MB together. An upload is removed after ${days} days; try again when older ones are gone.`,
  );

/** Refuses an upload of one person where theirs, or everyone's, are more than may be stored, not counting one of `adding` files. */
export async function assertStorageLimit(client: Queryable, userId: string, adding: 0 | 1): Promise<void> {
  const [used] = (await client.query<Used>(USED, [userId])).rows;
  if (!used) return;
  const isOver = (files: number, bytes: number, limit: Limit) => files + adding > limit.files || bytes > limit.megabytes * MEGABYTE;
  if (isOver(used.ownFiles, used.ownBytes, person)) throw reached('One person', person);
  if (isOver(used.files, used.bytes, all)) throw reached('All people together', all);
}

/** `$1` the person, `$2` their latest import by a mutation. Removes their oldest ones beyond the limit; what is being undone stays. */
export const REMOVE_OLD_MUTATIONS = `
  delete from imports where id in (
    select id from (
      select id, state, row_number() over newest as position, sum(bytes) over newest as bytes
      from imports where user_id = $1 and separator = '' window newest as (order by id desc)
    ) as mine
    where (position > ${mutations.files} or bytes > ${mutations.megabytes * MEGABYTE}) and state in ('done', 'undone') and id <> $2
  )`;
