import type { EnumRef } from '@pothos/core';
import type { Column, ColumnKind } from '#domain/entities/column-types.ts';
import type { AnyEntity } from '#domain/entities/entities.ts';
import { columnName, snake } from '#domain/entities/entity-schema.ts';
import { epochOf, toCursor } from '#domain/event-cursor.ts';
import { ColumnRead, reads } from '#domain/query/field-reads.ts';
import { Prisma } from '#prisma/generated/client.ts';
import type { builder } from '../builder.ts';

// The columns of an entity in GraphQL: as fields of its object, and of the inputs that write it.

type Types = typeof builder.$inferSchemaTypes;
type ObjectFields<Row> = PothosSchemaTypes.ObjectFieldBuilder<Types, Row>;
type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

/** The GraphQL scalar of the values of each kind of column: of its field, of the input that writes it, and of what it is compared with. */
export const SCALARS = {
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

/** What the fields of an object need beside the entity. */
interface ObjectOptions {
  /** The enums of its columns, by name. */
  readonly enums?: Enums;
  /** Columns that the object does not have, or has in a form of its own. */
  readonly except?: readonly string[];
  /** What columns cost where that is more than one: long texts. */
  readonly complexity?: Readonly<Record<string, number>>;
}

/** A field for each column. Ids of related rows are left out where the object has the row itself. */
export function columnFields<Row extends object>(t: ObjectFields<Row>, entity: AnyEntity, options: ObjectOptions = {}) {
  const { enums = {}, except = [], complexity = {} } = options;
  const foreignKeys = Object.values(entity.toOne).map(({ from }) => from);
  const hidden = [...foreignKeys, ...except].filter((name) => name !== entity.primaryKey);
  return Object.fromEntries(
    Object.entries(entity.columns)
      .filter(([name]) => !hidden.includes(name))
      .map(([name, column]) => {
        const property = propertyOf(entity, name, column);
        return [name, columnField(t, name, property, column, enums, complexity[name])];
      }),
  );
}

/** What Prisma calls a column in its rows. */
const propertyOf = ({ fields }: AnyEntity, name: string, column: Column): string =>
  fields.find((field) => snake(field) === columnName(name, column)) ?? name;

function columnField<Row extends object>(
  t: ObjectFields<Row>,
  name: string,
  property: string,
  column: Column,
  enums: Enums,
  complexity?: number,
) {
  const { kind, description } = column;
  const type = kind === 'enum' ? enumOf(column, enums) : SCALARS[kind];
  const read = (row: Row): ColumnValue | null => {
    const value: unknown = Reflect.get(row, property);
    // The scalar has two decimals, those of money.
    if (kind === 'decimal' && value instanceof Prisma.Decimal) return value.toFixed(4);
    return isColumnValue(value) ? value : null;
  };
  // What is stored is the number of the event; a cursor has the epoch of the log, too.
  if (kind === 'sequence')
    return t.field({
      ...{ type, description, complexity },
      resolve: (row, _args, { eventCursor }) => toCursor(epochOf(eventCursor), BigInt(String(read(row) ?? missing(property)))),
    });
  // Marked as exposed, so that Pothos reads the property without a resolver.
  const extensions = { ...reads(new ColumnRead(name)), ...(kind !== 'decimal' && { pothosExposedField: property }) };
  const options = { type, description, complexity, extensions };
  if (column.nullable) return t.field({ ...options, nullable: true, resolve: read });
  return t.field({ ...options, resolve: (row) => read(row) ?? missing(property) });
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
