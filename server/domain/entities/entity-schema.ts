import type { AccessNoun } from '#contract/access.ts';
import type { Column } from './column-types.ts';
import type { EntityName } from './entities.ts';

/** The one row of another entity that a row belongs to: our column `from` equals its column `to`. */
export interface ToOne {
  readonly entity: EntityName;
  readonly from: string;
  readonly to: string;
  readonly description: string;
  /** The other way round: what the other entity calls the rows that belong to it. Absent where it has no such list. */
  readonly inverse?: { readonly name: string; readonly description: string };
}

/** The rows of another entity that belong to a row: their `foreignKey` is its id. Made of the other entity's `toOne`. */
export interface ToMany {
  readonly entity: EntityName;
  readonly foreignKey: string;
  readonly description: string;
}

/** Which rows of a table a viewer may see at all. Columns are named as in the database. */
export type RowVisibility =
  /** Soft-deleted rows are hidden: the column must be null. */
  | { readonly rule: 'notDeleted'; readonly column: string }
  | { readonly rule: 'notNull'; readonly column: string }
  | { readonly rule: 'ownedByViewer'; readonly column: string }
  /** Notifications: the viewer's own, and those for everybody since they came, but for whoever caused them and who may not read their noun. */
  | { readonly rule: 'audience' }
  /** Rows that tell of a row of one of these entities: only while the viewer may read that. The columns hold its entity and its id. */
  | {
      readonly rule: 'subjectVisible';
      readonly column: string;
      readonly idColumn: string;
      readonly entities: readonly EntityName[];
    }
  /** Events: those about rows that the viewer may read. The column is that of the subject’s owner. */
  | { readonly rule: 'eventScopes'; readonly column: string }
  /** Rows whose column has one of these values are shown to their owner only. */
  | { readonly rule: 'personalValues'; readonly column: string; readonly values: readonly string[]; readonly ownerColumn: string };

/** The column with the id of the row’s owner, as the database names it; or the row of another table whose owner is that of this row. */
export type OwnedBy = string | { readonly table: string; readonly foreignKey: string; readonly column: string };

/** How `matches` finds rows. */
export type Search =
  /** By the full-text index over this expression; `$` is the table. */
  | {
      readonly method: 'fullText';
      readonly expression: string;
      /** The columns that the expression reads. */
      readonly columns: readonly string[];
      /** How many rows of the list are looked through before the index is asked, where common words are soon met. */
      readonly recentRows?: number;
      readonly description: string;
    }
  /** As the list of customers is searched. */
  | { readonly method: 'customer'; readonly description: string };

/** The events that an entity may declare, with their data besides subject, actor and time. All others are in `event-data.ts`. */
export interface EntityEventData {
  created: Record<never, never>;
  /** `ownerBefore` where the owner changed; null for nobody. */
  updated: { changed: readonly string[]; ownerBefore?: string | null };
  deleted: Record<never, never>;
}

export type EntityEvent = keyof EntityEventData;

/** Of an entity that declares events: their types are its name and these, such as `customer.updated`. */
export interface EntityEvents<Event extends EntityEvent> {
  readonly events: readonly Event[];
}

/**
 * The description of a table from which filters, orders, groups, nested lists, loaders, exports, imports, REST, events and the API
 * reference are derived. Its rows are business records and stay, unless `retention.ts` has a rule for the table.
 * See docs/add-a-column-or-noun.md.
 */
export interface EntitySchema<Stored = object> {
  readonly name: string;
  /** Its GraphQL type. */
  readonly type: string;
  /** Several of them, in a sentence. */
  readonly plural: string;
  readonly table: string;
  /** The fields that are read of a row, by Prisma's names. */
  readonly fields: readonly (keyof Stored & string)[];
  readonly columns: Readonly<Record<string, Column>>;
  /** The columns that clients cannot use, and why. */
  readonly excluded: Readonly<Record<string, string>>;
  readonly toOne: Readonly<Record<string, ToOne>>;
  readonly rowVisibility: readonly RowVisibility[];
  /** The noun whose permissions decide about its rows, and whose they are; null where they are everybody’s. Absent: every signed-in person may read them, as far as `rowVisibility` lets them. */
  readonly access?: {
    readonly noun: AccessNoun;
    readonly owner: OwnedBy | null;
    /** Who else’s it is, because its owner shared it with them. */
    readonly sharedWith?: OwnedBy;
  };
  readonly events?: readonly EntityEvent[];
  readonly search?: Search;
  /** The unique column that ends every order. Lists are ordered by it, descending, by default. */
  readonly primaryKey: string;
  /** The timestamp that comes before the primary key in the default order, where ids are not made in order of time. */
  readonly defaultSort?: string;
  /** How cursors of the default list named it before they named its order; these are still accepted. */
  readonly oldCursorName?: string;
}

const snakeNames = new Map<string, string>();

/** The name of a field in the database. */
export function snake(name: string): string {
  // Every statement names its columns, of which there are some hundred.
  const known = snakeNames.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeNames.set(name, made);
  return made;
}

/** The name of a column in the database. */
export const columnName = (field: string, column: Column): string => column.columnName ?? snake(field);

/** What people call a column: `Last Contact At` where it does not say otherwise. */
export const labelOf = (field: string, { label }: Pick<Column, 'label'>): string =>
  label ?? `${field.charAt(0).toUpperCase()}${field.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter}`)}`;

/** The fields of a Prisma model, as its generated enum lists them. */
export const fieldsOf = <Field extends string>(fields: Readonly<Record<string, Field>>): readonly Field[] => Object.values(fields);

/** The fields of an entity as a hand-written statement selects them. */
export const selectFields = ({ fields }: { readonly fields: readonly string[] }): string =>
  fields.map((field) => `${snake(field)} as "${field}"`).join(', ');
