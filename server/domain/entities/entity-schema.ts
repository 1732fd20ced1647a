import type { Column } from './column-types.ts';

export const ENTITY_NAMES = [
  'lead',
  'customer',
  'transcription',
  'order',
  'aiResponse',
  'emailTemplate',
  'trainingItem',
  'coachingSession',
  'coachingInsight',
  'liveCall',
  'performanceMetric',
  'interactionFlow',
  'event',
  'user',
] as const;

export type EntityName = (typeof ENTITY_NAMES)[number];

/** The one row of another noun that belongs to this one: `from` of ours is `to` of theirs. */
export interface ToOne {
  readonly noun: EntityName;
  readonly from: string;
  readonly to: string;
  readonly description: string;
}

/** The rows of another noun that belong to this one: `by` of theirs is our id. */
export interface ToMany {
  readonly noun: EntityName;
  readonly by: string;
  readonly about: string;
}

/** Which rows of a table a person may see at all. */
export type Visible =
  /** Only those not taken away: the column is empty. */
  | { readonly rule: 'present'; readonly column: string }
  /** Only those that have it: the column is filled. */
  | { readonly rule: 'filled'; readonly column: string }
  /** Only the viewer's own. */
  | { readonly rule: 'own'; readonly column: string }
  /** Of these words only the viewer's own. */
  | { readonly rule: 'ownOf'; readonly column: string; readonly words: readonly string[]; readonly owner: string };

/** How the words of a search are found. */
export type Search =
  /** By the text index over this expression; `$` stands for the table. */
  | { readonly by: 'words'; readonly expression: string; readonly about: string }
  /** As the list of customers is searched. */
  | { readonly by: 'customer'; readonly about: string };

/** Everything lists, filters, orders and groups know of a noun. A new column of the table is one more line in it. */
export interface EntitySchema<Stored = object> {
  readonly name: EntityName;
  /** Its GraphQL type. */
  readonly type: string;
  /** Several of them, in a sentence. */
  readonly plural: string;
  readonly table: string;
  /** What is read of a row, by the names Prisma gives it. */
  readonly fields: readonly (keyof Stored & string)[];
  readonly columns: Readonly<Record<string, Column>>;
  /** Columns nobody filters by, and why. */
  readonly excluded: Readonly<Record<string, string>>;
  readonly one: Readonly<Record<string, ToOne>>;
  readonly many: Readonly<Record<string, ToMany>>;
  readonly visible: readonly Visible[];
  readonly search?: Search;
  /** The unique column that ends every order; it and its direction are the usual order, after `newest`. */
  readonly key: string;
  /** The moment the usual order begins with, where ids do not tell it. */
  readonly newest?: string;
}

/** The name of a field in the database. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name of a described column in the database. */
export const columnName = (name: string, { column }: Column): string => column ?? snake(name);

/** The fields of a Prisma model, as its generated enum lists them. */
export const fieldsOf = <Field extends string>(fields: Readonly<Record<string, Field>>): readonly Field[] => Object.values(fields);
