import type { EnumRef } from '@pothos/core';
import type { Column, ColumnKind } from '#domain/entities/column-types.ts';
import type { AnyEntity } from '#domain/entities/entities.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { builder } from '../builder.ts';

// The columns of an entity in GraphQL: as fields of its object, and of the inputs that write it.

type Types = typeof builder.$inferSchemaTypes;
type ObjectFields<Row> = PothosSchemaTypes.ObjectFieldBuilder<Types, Row>;
type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

/** The GraphQL type of the values of a kind. */
const SCALARS = {
  id: 'ID',
  text: 'String',
  longText: 'String',
  openEnum: 'String',
  money: 'Decimal',
  decimal: 'Decimal',
  int: 'Int',
  float: 'Float',
  boolean: 'Boolean',
  timestamp: 'DateTime',
  sequence: 'EventCursor',
} as const satisfies Record<Exclude<ColumnKind, 'enum'>, string>;

/** A value of a column in a row. */
type ColumnValue = string | number | boolean | bigint | Date | Prisma.Decimal;

const isColumnValue = (value: unknown): value is ColumnValue =>
  ['string', 'number', 'boolean', 'bigint'].includes(typeof value) || value instanceof Date || value instanceof Prisma.Decimal;

/** The enums of an entity's columns, by name. */
type Enums = Readonly<Record<string, EnumRef<Types, string>>>;

const enumOf = ({ enumType }: Column, enums: Enums) => {
  const ref = enums[enumType?.name ?? ''];
  if (!ref) throw new Error(`The enum ${enumType?.name} is needed`);
  return ref;
};

/** A field for each column. Ids of related rows are left out where the object has the row itself. */
export function columnFields<Row extends object>(
  t: ObjectFields<Row>,
  entity: AnyEntity,
  enums: Enums = {},
  except: readonly string[] = [],
) {
  const foreignKeys = Object.values(entity.toOne).map(({ from }) => from);
  const hidden = [...foreignKeys, ...except].filter((name) => name !== entity.primaryKey);
  return Object.fromEntries(
    Object.entries(entity.columns)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, column]) => [name, columnField(t, name, column, enums)]),
  );
}

function columnField<Row extends object>(t: ObjectFields<Row>, name: string, column: Column, enums: Enums) {
  const { kind, description } = column;
  const type = kind === 'enum' ? enumOf(column, enums) : SCALARS[kind];
  // Marked as exposed, so that compiled queries read the property directly.
  const options = { type, description, extensions: { pothosExposedField: name } };
  const read = (row: Row): ColumnValue | null => {
    const value: unknown = Reflect.get(row, name);
    return isColumnValue(value) ? value : null;
  };
  if (column.nullable) return t.field({ ...options, nullable: true, resolve: read });
  return t.field({ ...options, resolve: (row) => read(row) ?? missing(name) });
}

function missing(name: string): never {
  throw new Error(`The row has no ${name}.`);
}

const MONEY = 'Such as "1250" or "1250.00".';

/** A field for each column that a mutation sets, or an import. */
export function inputFields(t: InputFields, entity: AnyEntity, use: 'create' | 'update' | 'import', enums: Enums = {}) {
  const columns = Object.entries(entity.columns).filter(([, { writable, import: headings }]) =>
    use === 'import' ? headings !== undefined : writable?.includes(use),
  );
  return Object.fromEntries(columns.map(([name, column]) => [name, inputField(t, column, use, enums)]));
}

function inputField(t: InputFields, column: Column, use: 'create' | 'update' | 'import', enums: Enums) {
  const { kind, nullable } = column;
  const required = use !== 'update' && !nullable && column.default === undefined;
  const fallback = use !== 'update' && column.default !== undefined ? ` Default: \`${column.default}\`.` : '';
  const description = `${column.description}${fallback}`;
  // Forms send amounts as they were typed.
  if ((kind === 'money' || kind === 'decimal') && use !== 'import') return t.string({ required, description: `${description} ${MONEY}` });
  return t.field({ type: kind === 'enum' ? enumOf(column, enums) : SCALARS[kind], required, description });
}
