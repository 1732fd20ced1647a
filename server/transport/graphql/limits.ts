import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';
import type { Config } from '#server/config.ts';

/** How long and how wide a document may be, counted before anything runs. */
export interface DocumentLimits {
  /** UTF-8 bytes of the text, checked before it is parsed. */
  readonly bytes: number;
  /** Comments included. */
  readonly tokens: number;
  readonly aliases: number;
  readonly rootFields: number;
  /** Of an operation; the fields of a fragment count wherever it is spread. */
  readonly fields: number;
  readonly directives: number;
  readonly depth: number;
  /**
   * How often an operation may select the same field at the same position of the response, fragments and repeated parents included.
   * Validation compares all of them in pairs.
   */
  readonly repeats: number;
}

/** The product's own operations repeat a field at most seven times, where fragments of several components are side by side. */
const REPEATS = 20;
/** What people who are not signed in send: sign-in, registration, the session and the company's name. */
const ANONYMOUS_FIELDS = 100;
/** `__typename` of a sign-in that ends in a session, a second factor to set up, or a failure; the web client’s cache selects it in each. */
const ANONYMOUS_REPEATS = 4;

/** The limits as they are set. */
export const documentLimitsOf = (config: Config): DocumentLimits => ({
  bytes: config.GRAPHQL_DOCUMENT_LIMIT_KB * 1024,
  tokens: config.GRAPHQL_TOKEN_LIMIT,
  aliases: config.GRAPHQL_ALIAS_LIMIT,
  rootFields: config.GRAPHQL_ROOT_FIELD_LIMIT,
  fields: config.GRAPHQL_FIELD_LIMIT,
  directives: config.GRAPHQL_DIRECTIVE_LIMIT,
  depth: config.GRAPHQL_DEPTH_LIMIT,
  repeats: REPEATS,
});

/** The limits of people who are not signed in: nothing is charged for their documents. */
export const anonymousLimits = (limits: DocumentLimits): DocumentLimits => ({
  ...limits,
  fields: Math.min(limits.fields, ANONYMOUS_FIELDS),
  repeats: Math.min(limits.repeats, ANONYMOUS_REPEATS),
});

const refuse = (message: string) => new GraphQLError(message, { extensions: { code: 'OPERATION_TOO_LARGE' } });

const tooLarge = (what: string, count: number, limit: number) =>
  refuse(`This document has ${count} ${what}; ${limit} are allowed. Split it into several operations.`);

const tooRepetitive = (name: string, count: number, limit: number) =>
  refuse(`This document selects \`${name}\` ${count} times in the same place; ${limit} times are allowed. Select it once.`);

/** The refusal of a document whose text is too long. */
export const tooLong = (bytes: number) =>
  refuse(`This document is longer than ${bytes / 1024} kB. Use variables for long values, or split it into several operations.`);

/** The limits that a document is over. No fragment of it may be spread within itself. */
export function documentErrors(document: DocumentNode, limits: DocumentLimits): readonly GraphQLError[] {
  const { depth, width, size, mostRepeated } = measures(document);
  const errors: GraphQLError[] = [];
  const bound = (what: string, count: number, limit: number) => {
    if (count > limit) errors.push(tooLarge(what, count, limit));
  };
  let aliases = 0;
  let directives = 0;
  visit(document, {
    Field: ({ alias }) => {
      if (alias) aliases += 1;
    },
    Directive: () => {
      directives += 1;
    },
    OperationDefinition: ({ selectionSet }) => {
      bound('root fields', width(selectionSet), limits.rootFields);
      bound('levels', depth(selectionSet), limits.depth);
      bound('fields', size(selectionSet), limits.fields);
    },
  });
  bound('aliases', aliases, limits.aliases);
  bound('directives', directives, limits.directives);
  errors.push(...introspectionErrors(document));
  // Only now that there are few fields: this looks into all fragments, wherever they are spread.
  if (errors.length > 0) return errors;
  const { operations = [], fragments = [] } = Object.groupBy(
    document.definitions.flatMap((each) => ('selectionSet' in each ? [each] : [])),
    ({ kind }) => (kind === Kind.OPERATION_DEFINITION ? 'operations' : 'fragments'),
  );
  // Validation compares the fields of a fragment also where nothing spreads it.
  const spread = new Set<string>();
  for (const each of [...operations, ...fragments]) {
    if (each.kind === Kind.FRAGMENT_DEFINITION) {
      if (spread.has(each.name.value)) continue;
      bound('fields', size(each.selectionSet), limits.fields);
      if (errors.length > 0) break;
    }
    const { name, count } = mostRepeated([each.selectionSet], spread);
    if (count > limits.repeats) return [tooRepetitive(name, count, limits.repeats)];
  }
  return errors;
}

/** Fragments count wherever they are spread, yet each is measured once: spread in one another they would double every time. */
function measures(document: DocumentNode) {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [])),
  );
  // A fragment spread within itself was refused before; here it would count as nothing.
  const measured = (measure: (set: SelectionSetNode) => number) => {
    const known = new Map<string, number>();
    return (name: string): number => {
      const earlier = known.get(name);
      if (earlier !== undefined) return earlier;
      known.set(name, 0);
      const fragment = fragments.get(name);
      const found = fragment ? measure(fragment) : 0;
      known.set(name, found);
      return found;
    };
  };

  const depth = (set: SelectionSetNode): number =>
    set.selections.reduce((deepest, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return Math.max(deepest, depth(selection.selectionSet));
      if (selection.kind === Kind.FRAGMENT_SPREAD) return Math.max(deepest, depthOf(selection.name.value));
      // Introspection nests by design and is bounded by the types there are.
      const ends = !selection.selectionSet || selection.name.value.startsWith('__');
      return Math.max(deepest, 1 + (ends ? 0 : depth(selection.selectionSet)));
    }, 0);
  const depthOf = measured(depth);

  const sum = (set: SelectionSetNode, ofFragment: (name: string) => number, ofSet: (set: SelectionSetNode) => number, inside: boolean) =>
    set.selections.reduce((total, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return total + ofSet(selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) return total + ofFragment(selection.name.value);
      return total + 1 + (inside && selection.selectionSet ? ofSet(selection.selectionSet) : 0);
    }, 0);
  const width = (set: SelectionSetNode): number => sum(set, widthOf, width, false);
  const widthOf = measured(width);
  const size = (set: SelectionSetNode): number => sum(set, sizeOf, size, true);
  const sizeOf = measured(size);

  /** The fields of selection sets that are merged into one object of the answer, by their name in it. */
  const mergedFields = (
    sets: readonly SelectionSetNode[],
    spread: Set<string>,
    fields = new Map<string, FieldNode[]>(),
  ): ReadonlyMap<string, readonly FieldNode[]> => {
    for (const selection of sets.flatMap(({ selections }) => selections)) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        const same = fields.get(name) ?? [];
        fields.set(name, same);
        same.push(selection);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        mergedFields([selection.selectionSet], spread, fields);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) mergedFields([fragment], spread, fields);
      }
    }
    return fields;
  };
  /** The most frequently selected field at one position. Adds the fragments that contain it to `all`. */
  const mostRepeated = (sets: readonly SelectionSetNode[], all: Set<string>): { readonly name: string; readonly count: number } => {
    const spread = new Set<string>();
    let most = { name: '', count: 0 };
    for (const [name, same] of mergedFields(sets, spread)) {
      const below = mostRepeated(
        same.flatMap(({ selectionSet }) => selectionSet ?? []),
        all,
      );
      for (const each of [{ name, count: same.length }, below]) if (each.count > most.count) most = each;
    }
    for (const name of spread) all.add(name);
    return most;
  };

  return { depth, width, size, mostRepeated };
}

/**
 * Limits of the fields that read the schema itself in one operation. Neither the schema nor the cost plug-in bounds their
 * selections: the standard query takes some 60 ms and returns about 1 MB, and every alias would repeat that.
 */
const INTROSPECTION = [
  { name: '__schema', most: 1, points: 1_000, instead: '1 is allowed. Select it once.' },
  { name: '__type', most: 5, points: 10, instead: '5 are allowed. Select fewer types.' },
] as const;

/** What is wrong with the introspection of a document: selected too often, or aliases inside it, which no tool sends. */
export function introspectionErrors(document: DocumentNode): readonly GraphQLError[] {
  const errors: GraphQLError[] = [];
  for (const operation of operationsOf(document)) {
    for (const { name, most, instead } of INTROSPECTION) {
      const count = countFields(document, operation, name);
      if (count > most) errors.push(refuse(`This operation selects \`${name}\` ${count} times; ${instead}`));
    }
  }
  if (hasAliasInside(document)) errors.push(refuse('Aliases are not allowed inside `__schema` and `__type`. Select each field once.'));
  return errors;
}

/** Points of an operation's introspection, beyond the one that each field has anyway. */
export const introspectionPoints = (document: DocumentNode): number =>
  operationsOf(document).reduce(
    (sum, operation) =>
      INTROSPECTION.reduce((points, { name, points: price }) => points + (price - 1) * countFields(document, operation, name), sum),
    0,
  );

const operationsOf = ({ definitions }: DocumentNode): readonly OperationDefinitionNode[] =>
  definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);

/** How often an operation selects a field; its fragments count wherever they are spread, and each is looked at once. */
function countFields({ definitions }: DocumentNode, operation: OperationDefinitionNode, name: string): number {
  const fragments = new Map(
    definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [])),
  );
  const known = new Map<string, number>();
  const inFragment = (fragment: string): number => {
    const earlier = known.get(fragment);
    if (earlier !== undefined) return earlier;
    // A fragment spread within itself is refused by validation; here it counts as nothing.
    known.set(fragment, 0);
    const set = fragments.get(fragment);
    const count = set ? inSet(set) : 0;
    known.set(fragment, count);
    return count;
  };
  const inSet = ({ selections }: SelectionSetNode): number =>
    selections.reduce((count, selection) => {
      if (selection.kind === Kind.FRAGMENT_SPREAD) return count + inFragment(selection.name.value);
      const own = selection.kind === Kind.FIELD && selection.name.value === name ? 1 : 0;
      return count + own + (selection.selectionSet ? inSet(selection.selectionSet) : 0);
    }, 0);
  return inSet(operation.selectionSet);
}

function hasAliasInside(document: DocumentNode): boolean {
  let inside = 0;
  let found = false;
  const step = (node: ASTNode, by: number) => {
    // A fragment that is spread inside is always one on a type of the introspection.
    if (node.kind === Kind.FIELD && INTROSPECTION.some(({ name }) => name === node.name.value)) inside += by;
    if (node.kind === Kind.FRAGMENT_DEFINITION && node.typeCondition.name.value.startsWith('__')) inside += by;
  };
  visit(document, {
    enter: (node) => {
      if (inside > 0 && node.kind === Kind.FIELD && node.alias) found = true;
      step(node, 1);
    },
    leave: (node) => step(node, -1),
  });
  return found;
}
