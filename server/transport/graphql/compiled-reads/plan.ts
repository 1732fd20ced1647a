import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Owners } from '#contract/owners.ts';
import type { ColumnKind } from '#domain/entities/column-types.ts';
import { type AnyEntity, entityOf } from '#domain/entities/entities.ts';
import type { PageRequest } from '#domain/page.ts';
import type { NestedSelection, SelectedColumn } from '#domain/query/compile-read.ts';
import { ColumnRead, ListRead, RelationRead, RowRead, readOf } from '#domain/query/field-reads.ts';
import type { OrderBy } from '#domain/query/order.ts';

// What an operation made of columns and relations reads, and how its answer is written.

type Variables = Readonly<Record<string, unknown>>;

/** A part of the JSON of a row, or of a page. */
export type Part =
  | { readonly part: 'text'; readonly bytes: Buffer }
  /** A value of the row, or null. */
  | { readonly part: 'value'; readonly slot: number; readonly kind: ColumnKind }
  /** The row of a to-one relation; null where the value at `slot`, its id, is null. */
  | { readonly part: 'row'; readonly slot: number; readonly parts: readonly Part[] }
  /** The page of a nested list. */
  | { readonly part: 'page'; readonly index: number; readonly parts: readonly Part[] }
  /** The rows of a page, between brackets. */
  | { readonly part: 'rows'; readonly parts: readonly Part[] }
  | { readonly part: 'cursor' | 'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor' | 'eventCursor' };

/** The arguments of a list, of one row, or of a list that belongs to a row. */
export interface Arguments extends PageRequest {
  readonly id?: string;
  readonly where?: object | null;
  readonly orderBy?: readonly OrderBy[] | null;
  readonly owners?: Owners | null;
  readonly filter?: object | null;
  readonly search?: string | null;
}

export interface PlannedList<Read extends RowRead | ListRead = RowRead | ListRead> {
  readonly read: Read;
  readonly entity: AnyEntity;
  readonly columns: readonly SelectedColumn[];
  readonly hasCursors: boolean;
  readonly argumentsOf: (variables: Variables) => Arguments;
}

export interface PlannedNested extends PlannedList<ListRead>, NestedSelection {}

/** A field of the query: one statement. */
export interface PlannedField extends PlannedList {
  readonly responseName: string;
  readonly nodes: readonly FieldNode[];
  readonly parts: readonly Part[];
  readonly nested: readonly PlannedNested[];
}

export interface ReadPlan {
  /** What comes before the value of each field, and after the last. */
  readonly texts: readonly Buffer[];
  readonly fields: readonly PlannedField[];
}

/** Thrown where an operation has something that is not compiled. */
class NotCompiled extends Error {}

function notCompiled(): never {
  throw new NotCompiled();
}

interface Operation {
  readonly schema: GraphQLSchema;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
  readonly variables: Variables;
}

/** The plan of a query for these values of the variables in its directives; null where not all of it can be compiled. */
export function planRead(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): ReadPlan | null {
  const type = schema.getQueryType();
  if (!type || operation.operation !== 'query') return null;
  const fragments = Object.fromEntries(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  );
  try {
    return planQuery({ schema, fragments, variables }, type, operation);
  } catch (error) {
    if (error instanceof NotCompiled) return null;
    throw error;
  }
}

function planQuery(operation: Operation, type: GraphQLObjectType, { selectionSet }: OperationDefinitionNode): ReadPlan {
  const texts: Buffer[] = [];
  const fields: PlannedField[] = [];
  let text = '{';
  for (const [name, nodes] of collectFields(operation, type, [selectionSet])) {
    text += `${text.endsWith('{') ? '' : ','}${JSON.stringify(name)}:`;
    if (nodes[0]?.name.value === '__typename') text += JSON.stringify(type.name);
    else {
      fields.push(planField(operation, type, name, nodes));
      texts.push(Buffer.from(text));
      text = '';
    }
  }
  // A query of `__typename` alone reads nothing.
  return fields.length > 0 ? { texts: [...texts, Buffer.from(`${text}}`)], fields } : notCompiled();
}

/** Collects what is read of the rows of one list. */
class Rows {
  readonly entity: AnyEntity;
  readonly columns: SelectedColumn[] = [];
  readonly nested: PlannedNested[];
  hasCursors = false;
  constructor(entity: AnyEntity, nested: PlannedNested[]) {
    this.entity = entity;
    this.nested = nested;
  }
  /** Where the value of a column is found; one that is asked for twice is read once. */
  slot(path: readonly string[], column: string): number {
    const found = this.columns.findIndex((each) => each.column === column && each.path.join('.') === path.join('.'));
    return found >= 0 ? found : this.columns.push({ path, column }) - 1;
  }
}

/** The selected fields of an object by their names in the response, in the order of the response. */
function collectFields(
  { schema, fragments, variables }: Operation,
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      const skipped = getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true;
      if (skipped || getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if === false) continue;
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const known = fields.get(name);
        if (known) known.push(selection);
        else fields.set(name, [selection]);
        continue;
      }
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        if (spread.has(selection.name.value)) continue;
        spread.add(selection.name.value);
      }
      const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments[selection.name.value];
      // Only fields of objects are compiled: an interface or a union has no plan.
      const condition = fragment?.typeCondition?.name.value;
      if (fragment && (condition === undefined || schema.getType(condition) === type)) collect(fragment.selectionSet);
      else notCompiled();
    }
  };
  for (const set of sets) collect(set);
  return fields;
}

function planField(operation: Operation, type: GraphQLObjectType, responseName: string, nodes: readonly FieldNode[]): PlannedField {
  const { read, returned, argumentsOf } = fieldOf(operation, type, nodes);
  if (!(read instanceof ListRead || read instanceof RowRead)) return notCompiled();
  const nested: PlannedNested[] = [];
  const rows = new Rows(entityOf(read.entity), nested);
  const parts =
    read instanceof ListRead
      ? planPage(operation, returned, nodes, rows, true)
      : planRow(operation, returned, nodes, rows, [], rows.entity, true);
  if (rows.columns.length === 0) rows.slot([], rows.entity.primaryKey);
  return { read, argumentsOf, responseName, nodes, parts, nested, entity: rows.entity, columns: rows.columns, hasCursors: rows.hasCursors };
}

function fieldOf({ schema }: Operation, type: GraphQLObjectType, nodes: readonly FieldNode[]) {
  const [node] = nodes;
  const field = node && type.getFields()[node.name.value];
  if (!field) return notCompiled();
  const returned = getNamedType(field.type);
  const usesVariables = schema && hasVariables(node);
  const constant = usesVariables ? null : getArgumentValues(field, node);
  return {
    field,
    read: readOf(field),
    returned,
    argumentsOf: (variables: Variables): Arguments => constant ?? getArgumentValues(field, node, variables),
  };
}

function hasVariables({ arguments: args = [] }: FieldNode): boolean {
  let found = false;
  for (const argument of args) {
    visit(argument, {
      Variable: () => {
        found = true;
      },
    });
  }
  return found;
}

/** Parts with neighbouring texts in one. */
function joined(parts: readonly (Part | string)[]): readonly Part[] {
  const result: Part[] = [];
  let text = '';
  const flush = () => {
    if (text) result.push({ part: 'text', bytes: Buffer.from(text) });
    text = '';
  };
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else if (part.part === 'text') text += part.bytes.toString();
    else {
      flush();
      result.push(part);
    }
  }
  flush();
  return result;
}

/** The fields of an object, each written by `write`. */
function planObject(
  operation: Operation,
  type: unknown,
  nodes: readonly FieldNode[],
  write: (name: string, nodes: readonly FieldNode[], type: GraphQLObjectType) => readonly (Part | string)[],
): readonly Part[] {
  if (!isObjectType(type)) return notCompiled();
  const parts: (Part | string)[] = [];
  for (const [responseName, selected] of collectFields(
    operation,
    type,
    nodes.flatMap(({ selectionSet }) => selectionSet ?? []),
  )) {
    const name = selected[0]?.name.value ?? '';
    parts.push(`${parts.length === 0 ? '{' : ','}${JSON.stringify(responseName)}:`);
    parts.push(...(name === '__typename' ? [JSON.stringify(type.name)] : write(name, selected, type)));
  }
  return joined([...(parts.length === 0 ? ['{'] : parts), '}']);
}

/** A page: the fields that `connectionOf` gives every connection. */
function planPage(operation: Operation, type: unknown, nodes: readonly FieldNode[], rows: Rows, mayNest: boolean): readonly Part[] {
  const rowsOf = (field: string, selected: readonly FieldNode[], connection: GraphQLObjectType): Part => {
    const returned = getNamedType(connection.getFields()[field]?.type);
    const parts =
      field === 'nodes'
        ? planRow(operation, returned, selected, rows, [], rows.entity, mayNest)
        : planObject(operation, returned, selected, (name, inside, edge) => {
            if (name === 'cursor') return [cursor('cursor')];
            if (name !== 'node') return notCompiled();
            return planRow(operation, getNamedType(edge.getFields().node?.type), inside, rows, [], rows.entity, mayNest);
          });
    return { part: 'rows', parts };
  };
  const cursor = (part: 'cursor' | 'startCursor' | 'endCursor'): Part => {
    rows.hasCursors = true;
    return { part };
  };
  return planObject(operation, type, nodes, (name, selected, connection) => {
    switch (name) {
      case 'nodes':
      case 'edges':
        return [rowsOf(name, selected, connection)];
      case 'eventCursor':
        return [{ part: 'eventCursor' }];
      case 'pageInfo':
        return planObject(operation, getNamedType(connection.getFields().pageInfo?.type), selected, (info) => {
          if (info === 'startCursor' || info === 'endCursor') return [cursor(info)];
          return info === 'hasNextPage' || info === 'hasPreviousPage' ? [{ part: info }] : notCompiled();
        });
      default:
        return notCompiled();
    }
  });
}

function planRow(
  operation: Operation,
  type: unknown,
  nodes: readonly FieldNode[],
  rows: Rows,
  path: readonly string[],
  entity: AnyEntity,
  mayNest: boolean,
): readonly Part[] {
  return planObject(operation, type, nodes, (_name, selected, object) => {
    const { read, returned, argumentsOf } = fieldOf(operation, object, selected);
    if (read instanceof ColumnRead) {
      const column = entity.columns[read.column];
      return column ? [{ part: 'value', slot: rows.slot(path, read.column), kind: column.kind }] : notCompiled();
    }
    if (read instanceof RelationRead) {
      const target = entityOf(entity.toOne[read.relation]?.entity ?? notCompiled());
      const inside = [...path, read.relation];
      const slot = rows.slot(inside, target.primaryKey);
      return [{ part: 'row', slot, parts: planRow(operation, returned, selected, rows, inside, target, mayNest) }];
    }
    if (!(read instanceof ListRead) || read.foreignKey === null || !mayNest) return notCompiled();
    const list = new Rows(entityOf(read.entity), []);
    const parts = planPage(operation, returned, selected, list, false);
    const parentSlot = rows.slot(path, entity.primaryKey);
    if (list.columns.length === 0) list.slot([], list.entity.primaryKey);
    const { columns, hasCursors } = list;
    const { foreignKey } = read;
    const index = rows.nested.push({ read, argumentsOf, entity: list.entity, columns, hasCursors, foreignKey, parentSlot }) - 1;
    return [{ part: 'page', index, parts }];
  });
}
