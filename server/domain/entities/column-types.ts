/** What a column holds, and so how it is compared, ordered, grouped and added up. */
export type Kind =
  | 'id'
  | 'text'
  | 'longText'
  | 'openText'
  | 'choice'
  | 'money'
  | 'decimal'
  | 'whole'
  | 'float'
  | 'flag'
  | 'moment'
  | 'sequence';

/** What analysts may do with a column. */
export interface Capabilities {
  readonly filter: boolean;
  readonly order: boolean;
  readonly group: boolean;
  /** Summed and averaged; a moment has only an earliest and a latest. */
  readonly measure: boolean;
}

const capabilities = (words: string): Capabilities => ({
  filter: words.includes('filter'),
  order: words.includes('order'),
  group: words.includes('group'),
  measure: words.includes('measure'),
});

/** What may be done with a kind, as long as its column does not say otherwise. */
const MAY = {
  id: capabilities('filter group'),
  text: capabilities('filter order group'),
  // Nobody wants a page of text as a key.
  longText: capabilities('filter'),
  openText: capabilities('filter order group'),
  choice: capabilities('filter order group'),
  money: capabilities('filter order measure'),
  decimal: capabilities('filter order measure'),
  whole: capabilities('filter order group measure'),
  float: capabilities('filter order measure'),
  flag: capabilities('filter order group'),
  moment: capabilities('filter order group measure'),
  // The place in the event log is read as a cursor, by its own arguments.
  sequence: capabilities('order'),
} as const satisfies Record<Kind, Capabilities>;

export interface Column {
  readonly kind: Kind;
  /** What it says, for someone who has only the explorer. */
  readonly about: string;
  readonly nullable: boolean;
  readonly may: Capabilities;
  /** The closed set of its values and the GraphQL enum that names them; only for a choice. */
  readonly choice?: { readonly name: string; readonly values: readonly string[]; readonly stored: 'enum' | 'text' };
  /** Its type in the database, where that is not the usual one of its kind: text that is the same in any case. */
  readonly stored?: 'citext';
  /** Its name in the database, where that is not its name in snake case. */
  readonly column?: string;
}

const column =
  (kind: Exclude<Kind, 'choice'>) =>
  (about: string, differs: Partial<Pick<Column, 'column' | 'stored'>> = {}): Column => ({
    kind,
    about,
    nullable: false,
    may: MAY[kind],
    ...differs,
  });

/** The row's own id: orders by it are orders by when it was made. */
export const key = (about: string): Column => ({ kind: 'id', about, nullable: false, may: { ...MAY.id, order: true } });
export const id = column('id');
/** One line. */
export const text = column('text');
/** Pages of it. */
export const longText = column('longText');
/** A word of a set that imports and clients may widen. */
export const openText = column('openText');
/** US dollars, or the currency the row names; two decimals. */
export const money = column('money');
/** Four decimals. */
export const decimal = column('decimal');
export const whole = column('whole');
export const float = column('float');
export const flag = column('flag');
export const moment = column('moment');
export const sequence = column('sequence');

/** One of a closed set. `stored: 'text'` where the database keeps it as a word. */
export const choice = (name: string, values: readonly string[], about: string, stored: 'enum' | 'text' = 'enum'): Column => ({
  kind: 'choice',
  about,
  nullable: false,
  may: MAY.choice,
  choice: { name, values, stored },
});

/** A column that may be empty. */
export const optional = (given: Column): Column => ({ ...given, nullable: true });
