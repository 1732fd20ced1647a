/** What a column holds: it decides how values are compared, ordered, grouped and added up. */
export type ColumnKind =
  | 'id'
  | 'text'
  | 'longText'
  | 'openEnum'
  | 'enum'
  | 'money'
  | 'decimal'
  | 'int'
  | 'float'
  | 'boolean'
  | 'timestamp'
  | 'sequence';

/** What clients may do with a column. */
export interface Capabilities {
  readonly filter: boolean;
  readonly order: boolean;
  readonly group: boolean;
  /** Summed and averaged; a timestamp has only a minimum and a maximum. */
  readonly measure: boolean;
  readonly export: boolean;
}

const capabilities = (...names: readonly (keyof Capabilities)[]): Capabilities => ({
  filter: names.includes('filter'),
  order: names.includes('order'),
  group: names.includes('group'),
  measure: names.includes('measure'),
  export: true,
});

/** What clients may do with the columns of a kind. */
const CAPABILITIES = {
  id: capabilities('filter', 'group'),
  text: capabilities('filter', 'order', 'group'),
  // A long text makes no useful sort or group key.
  longText: capabilities('filter'),
  openEnum: capabilities('filter', 'order', 'group'),
  enum: capabilities('filter', 'order', 'group'),
  money: capabilities('filter', 'order', 'measure'),
  decimal: capabilities('filter', 'order', 'measure'),
  int: capabilities('filter', 'order', 'group', 'measure'),
  float: capabilities('filter', 'order', 'measure'),
  boolean: capabilities('filter', 'order', 'group'),
  timestamp: capabilities('filter', 'order', 'group', 'measure'),
  // A position in the event log is passed as a cursor, in arguments of its own.
  sequence: capabilities('order'),
} as const satisfies Record<ColumnKind, Capabilities>;

/** The closed set of values of an `enum` column, and the GraphQL enum that names them. */
export interface EnumType {
  readonly name: string;
  readonly values: readonly string[];
  /** Whether the database has an enum type of the same name, or stores the values as text. */
  readonly storedAs: 'enum' | 'text';
}

/** What a column declares besides its kind and description. */
export interface ColumnOptions {
  /** Its name in the database, where that is not the field's name in snake case. */
  readonly columnName?: string;
  /** Its type in the database, where that is not the usual one of its kind: text that ignores case. */
  readonly sqlType?: 'citext';
  /** What people call it, where that is not its name in words. */
  readonly label?: string;
  /** What the database fills in where a new row has no value. */
  readonly default?: string;
  /** Which mutations set it; none when absent. */
  readonly writable?: readonly ('create' | 'update')[];
  /** The headings under which files have it, in lower case without blanks and punctuation. Absent: it cannot be imported. */
  readonly import?: readonly string[];
}

export interface Column extends ColumnOptions {
  readonly kind: ColumnKind;
  /** Shown in the GraphQL schema and the API reference. */
  readonly description: string;
  readonly nullable: boolean;
  readonly capabilities: Capabilities;
  /** Only for the kind `enum`. */
  readonly enumType?: EnumType;
}

const column =
  (kind: Exclude<ColumnKind, 'enum'>) =>
  (description: string, options: ColumnOptions = {}): Column => ({
    kind,
    description,
    nullable: false,
    capabilities: CAPABILITIES[kind],
    ...options,
  });

/** The row's own id. Ids are made in order of time, so ordering by it is ordering by creation. */
export const primaryKey = (description: string): Column => {
  const key = column('id')(description);
  return { ...key, capabilities: { ...key.capabilities, order: true } };
};
export const id = column('id');
/** One line. */
export const text = column('text');
/** Any number of lines. */
export const longText = column('longText');
/** One of a set of values that imports and clients may extend. */
export const openEnum = column('openEnum');
/** US dollars, or the currency the row names; two decimals. */
export const money = column('money');
/** Four decimals. */
export const decimal = column('decimal');
export const int = column('int');
export const float = column('float');
export const boolean = column('boolean');
export const timestamp = column('timestamp');
export const sequence = column('sequence');

/** One of a closed set of values. */
export const enumOf = (
  name: string,
  values: readonly string[],
  description: string,
  { storedAs = 'enum', ...options }: ColumnOptions & Partial<Pick<EnumType, 'storedAs'>> = {},
): Column => ({
  kind: 'enum',
  description,
  nullable: false,
  capabilities: CAPABILITIES.enum,
  enumType: { name, values, storedAs },
  ...options,
});

/** A column that may be empty. */
export const nullable = (required: Column): Column => ({ ...required, nullable: true });
