import { z } from 'zod';
import {
  IMPORT_NOUNS,
  IMPORT_STATES,
  type ImportKey,
  type ImportNoun,
  type ImportProblemGroup,
  type ImportReplacement,
  type ImportState,
} from '#contract/import.ts';
import { DECIMAL_SIGNS, type DecimalSign } from '#contract/money.ts';
import type { Import as Row } from '#prisma/generated/client.ts';
import { requireRow } from '../access/access.ts';
import { type AnyEntity, ENTITIES } from '../entities/entities.ts';
import { columnName } from '../entities/entity-schema.ts';
import { typeOf } from '../query/sql-builder.ts';
import type { Viewer } from '../viewer.ts';

/** A stored import. */
export interface Import extends Omit<Row, 'entityType' | 'state' | 'replacements' | 'decimalSign' | 'problemGroups'> {
  readonly entityType: ImportNoun;
  readonly state: ImportState;
  readonly replacements: readonly ImportReplacement[];
  readonly decimalSign: DecimalSign;
  readonly problemGroups: readonly ImportProblemGroup[];
}

const Replacements = z.array(z.object({ field: z.string(), value: z.string(), replacement: z.string() }));
const ProblemGroups = z.array(
  z.object({
    field: z.string().nullable(),
    rows: z.int(),
    valueCount: z.int(),
    values: z.array(z.object({ value: z.string().nullable(), problem: z.string(), rows: z.int(), firstRow: z.int() })),
  }),
);

export function readImport(row: Row): Import {
  const entityType = IMPORT_NOUNS.find((each) => each === row.entityType);
  const state = IMPORT_STATES.find((each) => each === row.state);
  if (!entityType || !state) throw new Error(`Import ${row.id} has the unknown type ${row.entityType} or state ${row.state}`);
  return {
    ...row,
    entityType,
    state,
    replacements: Replacements.parse(row.replacements),
    decimalSign: z.enum(DECIMAL_SIGNS).parse(row.decimalSign),
    problemGroups: ProblemGroups.parse(row.problemGroups),
  };
}

/** What the SQL of imports needs to know of an entity. */
interface ImportableEntity {
  readonly table: string;
  /** The column and its SQL type for each field that a file may have. */
  readonly columns: Readonly<Record<string, readonly [column: string, type: string]>>;
  /** Timestamps that change with a field: the timestamp's column and the field's. An undo restores them. */
  readonly derivedTimestamps: Readonly<Record<string, readonly [column: string, follows: string]>>;
  /** SQL defaults of a new row. */
  readonly insertDefaults: Readonly<Record<string, string>>;
  /** Finds existing rows for `given`, the best match first. */
  readonly matchSql: string;
  /** The same by one match key alone. */
  readonly matchSqlBy: Readonly<Partial<Record<ImportKey, string>>>;
  /** Whether another row has a unique value of `given`. */
  readonly duplicateKeySql: string;
  /** Signs, besides foreign keys, that somebody has worked with a new row. */
  readonly usage: readonly RowUsage[];
}

/** A condition in SQL, and what the report calls it; null where it has no name of its own. */
export type RowUsage = readonly [label: string | null, condition: string];

const importColumns = (entity: AnyEntity) =>
  Object.fromEntries(
    Object.entries(entity.columns)
      .filter(([, column]) => column.import)
      .map(([name, column]) => [name, [columnName(name, column), typeOf(column)] as const]),
  );

const insertDefaults = (entity: AnyEntity) =>
  Object.fromEntries(
    Object.entries(entity.columns).flatMap(([name, column]) =>
      column.import && column.default !== undefined ? [[name, `'${column.default}'`]] : [],
    ),
  );

const IMPORTABLE = {
  customer: {
    table: 'customers',
    columns: importColumns(ENTITIES.customer),
    derivedTimestamps: {},
    insertDefaults: insertDefaults(ENTITIES.customer),
    matchSql: `
      select id, 1 as priority from customers where shopify_customer_id = given."shopifyCustomerId"
      union all
      select id, 2 from customers where lower(email) = lower(given.email) and (given."shopifyCustomerId" is null or shopify_customer_id is null)
      union all
      select id, 3 from customers where phone_key(phone) = phone_key(given.phone) and (given.email is null or email is null)
        and given."shopifyCustomerId" is null`,
    matchSqlBy: {
      shopifyCustomerId: `select id, 1 as priority from customers where shopify_customer_id = given."shopifyCustomerId"`,
      email: 'select id, 1 as priority from customers where lower(email) = lower(given.email)',
      phone: 'select id, 1 as priority from customers where phone_key(phone) = phone_key(given.phone)',
    },
    duplicateKeySql: `exists (select 1 from customers as other where other.shopify_customer_id = given."shopifyCustomerId" and other.id is distinct from given.id)`,
    usage: [],
  },
  lead: {
    table: 'leads',
    columns: importColumns(ENTITIES.lead),
    derivedTimestamps: { stageChangedAt: ['stage_changed_at', 'stage'] },
    insertDefaults: insertDefaults(ENTITIES.lead),
    matchSql: 'select id, 1 as priority from leads where lower(email) = lower(given.email) and lower(name) = lower(given.name)',
    matchSqlBy: {
      email: 'select id, 1 as priority from leads where lower(email) = lower(given.email)',
      phone: 'select id, 1 as priority from leads where phone_key(phone) = phone_key(given.phone)',
      emailAndName: 'select id, 1 as priority from leads where lower(email) = lower(given.email) and lower(name) = lower(given.name)',
    },
    duplicateKeySql: 'false',
    usage: [
      ['a customer', 'leads.customer_id is not null'],
      ['a contact', 'leads.last_contact_at is not null'],
      // Events have no foreign key to leads. Those without an actor are nobody's work.
      [null, `exists (select 1 from events where subject_type = 'lead' and subject_id = leads.id and actor_id is not null)`],
    ],
  },
  trainingItem: {
    table: 'ai_training_data',
    columns: importColumns(ENTITIES.trainingItem),
    derivedTimestamps: {},
    insertDefaults: insertDefaults(ENTITIES.trainingItem),
    matchSql: 'select id, 1 as priority from ai_training_data where lower(title) = lower(given.title) and deleted_at is null',
    matchSqlBy: {},
    duplicateKeySql: 'false',
    usage: [],
  },
} as const satisfies Record<ImportNoun, ImportableEntity>;

export const importableEntity = (entityType: ImportNoun): ImportableEntity => IMPORTABLE[entityType];

/** The column definitions of a JSON record with the entity's fields. */
export const recordColumns = (entityType: ImportNoun): string =>
  Object.entries(importableEntity(entityType).columns)
    .map(([field, [, type]]) => `"${field}" ${type}`)
    .join(', ');

/** The values of a row as JSON, to see later whether somebody changed it. Timestamps are in UTC, whatever the connection's time zone. */
export const snapshotSql = (entityType: ImportNoun, table: string): string => {
  const { columns, derivedTimestamps } = importableEntity(entityType);
  const fields = Object.entries(columns).map(([field, [column]]) => `'${field}', ${table}.${column}`);
  const timestamps = Object.entries(derivedTimestamps).map(([field, [column]]) => `'${field}', ${table}.${column} at time zone 'UTC'`);
  return `jsonb_build_object(${[...fields, ...timestamps].join(', ')})`;
};

/** Whether `given` would change the existing row. */
export const differsSql = (entityType: ImportNoun): string => {
  const { table, columns } = importableEntity(entityType);
  return Object.entries(columns)
    .map(([field, [column]]) => `(given."${field}" is not null and given."${field}" is distinct from ${table}.${column})`)
    .join(' or ');
};

/** An import belongs to whoever sent it. Throws `NotFound` or `Forbidden` where somebody may not check, start or undo it. */
export const requireImport = (viewer: Viewer, { id, entityType, userId }: Pick<Import, 'id' | 'entityType' | 'userId'>): void =>
  requireRow(viewer, entityType, 'import', { kind: 'Import', id, ownerId: userId });
