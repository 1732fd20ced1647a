import type { EnumRef } from '@pothos/core';
import type { Column } from '#domain/entities/column-types.ts';
import type { AnyEntity } from '#domain/entities/entities.ts';
import type { builder } from '../builder.ts';

// The columns of an entity in GraphQL: as fields of its object, and of the inputs that write it.

type Types = typeof builder.$inferSchemaTypes;
type ObjectFields<Row> = PothosSchemaTypes.ObjectFieldBuilder<Types, Row>;
type InputFields = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;

/** A value whose type the column's kind states; a test holds kinds against the database. */
type ColumnValue = ReturnType<typeof JSON.parse>;

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
  const { kind, nullable, description } = column;
  const resolve = (row: Row): ColumnValue => Reflect.get(row, name);
  // Marked as exposed, so that compiled queries read the property directly.
  const options = { nullable, description, extensions: { pothosExposedField: name }, resolve };
  switch (kind) {
    case 'id':
      return t.id(options);
    case 'enum':
      return t.field({ ...options, type: enumOf(column, enums) });
    case 'money':
    case 'decimal':
      return t.field({ ...options, type: 'Decimal' });
    case 'timestamp':
      return t.field({ ...options, type: 'DateTime' });
    case 'sequence':
      return t.field({ ...options, type: 'EventCursor' });
    case 'int':
      return t.int(options);
    case 'float':
      return t.float(options);
    case 'boolean':
      return t.boolean(options);
    default:
      return t.string(options);
  }
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
  const options = { required, description };
  switch (kind) {
    case 'id':
      return t.id(options);
    case 'enum':
      return t.field({ ...options, type: enumOf(column, enums) });
    case 'money':
    case 'decimal':
      // Forms send amounts as they were typed.
      return use === 'import' ? t.field({ ...options, type: 'Decimal' }) : t.string({ required, description: `${description} ${MONEY}` });
    case 'timestamp':
      return t.field({ ...options, type: 'DateTime' });
    case 'int':
      return t.int(options);
    case 'float':
      return t.float(options);
    case 'boolean':
      return t.boolean(options);
    default:
      return t.string(options);
  }
}
