import type { AccessNoun } from '#contract/access.ts';
import type { EntityName } from '../entities/entities.ts';

// What a field reads of the entities, where it computes nothing: kept in the field's extensions beside its resolver, so that
// operations made of such fields alone can be compiled to one statement (server/transport/graphql/compiled-reads/). A field without
// one is never compiled, whatever its name.

/** A column of the row, as it is stored. */
export class ColumnRead {
  readonly column: string;
  constructor(column: string) {
    this.column = column;
  }
}

/** The row that a to-one relation of the entity leads to; null where there is none, or none that the viewer may read. */
export class RelationRead {
  readonly relation: string;
  constructor(relation: string) {
    this.relation = relation;
  }
}

/** One row of an entity, by the argument `id`. */
export class RowRead {
  readonly entity: EntityName;
  constructor(entity: EntityName) {
    this.entity = entity;
  }
}

/** The arguments that lists have beside those of every list. */
interface Arguments {
  readonly filter?: object | null;
  readonly search?: string | null;
}

interface ListReadOptions {
  readonly entity: EntityName;
  /** The column that names the row it belongs to; absent for a list of its own. */
  readonly foreignKey?: string;
  /** The condition of the list's own arguments. */
  readonly filter?: (args: Arguments) => object | null;
  /** The nouns of whose rows the argument `owners` leaves fewer. */
  readonly narrows?: readonly AccessNoun[];
}

/** A page of rows, by the arguments of connections and those of `listArgs`. */
export class ListRead {
  readonly entity: EntityName;
  readonly foreignKey: string | null;
  readonly filter: (args: Arguments) => object | null;
  readonly narrows: readonly AccessNoun[];
  constructor({ entity, foreignKey, filter = () => null, narrows = [] }: ListReadOptions) {
    this.entity = entity;
    this.foreignKey = foreignKey ?? null;
    this.filter = filter;
    this.narrows = narrows;
  }
}

export type FieldRead = ColumnRead | RelationRead | RowRead | ListRead;

/** Extensions of a field that say what it reads. */
export const reads = (read: FieldRead) => ({ read });

/** What a field reads; null where it computes something. */
export function readOf({ extensions }: { readonly extensions: Readonly<Record<string, unknown>> }): FieldRead | null {
  const { read } = extensions;
  return read instanceof ColumnRead || read instanceof RelationRead || read instanceof RowRead || read instanceof ListRead ? read : null;
}
