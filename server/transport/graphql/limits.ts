import { type DocumentNode, GraphQLError, Kind, type SelectionSetNode, visit } from 'graphql';
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
}

/** The limits as they are set. */
export const documentLimitsOf = (config: Config): DocumentLimits => ({
  bytes: config.GRAPHQL_DOCUMENT_LIMIT_KB * 1024,
  tokens: config.GRAPHQL_TOKEN_LIMIT,
  aliases: config.GRAPHQL_ALIAS_LIMIT,
  rootFields: config.GRAPHQL_ROOT_FIELD_LIMIT,
  fields: config.GRAPHQL_FIELD_LIMIT,
  directives: config.GRAPHQL_DIRECTIVE_LIMIT,
  depth: config.GRAPHQL_DEPTH_LIMIT,
});

/**
 * How often one selection set may ask for the same field under the same name, its fragments included. Validation compares all
 * of them in pairs. Fragments of components that stand side by side repeat a field some seven times.
 */
const REPEATS = 20;

const refuse = (message: string) => new GraphQLError(message, { extensions: { code: 'OPERATION_TOO_LARGE' } });

const tooLarge = (what: string, count: number, limit: number) =>
  refuse(`This document has ${count} ${what}; ${limit} are allowed. Split it into several operations.`);

const tooRepetitive = (name: string, count: number) =>
  refuse(`This document selects \`${name}\` ${count} times in the same place; ${REPEATS} times are allowed. Select it once.`);

/** The refusal of a document whose text is too long. */
export const tooLong = (bytes: number) =>
  refuse(`This document is longer than ${bytes / 1024} kB. Use variables for long values, or split it into several operations.`);

/** The limits that a document is over; each is counted in one pass, however often its fragments are spread. */
export function documentErrors(document: DocumentNode, limits: DocumentLimits): readonly GraphQLError[] {
  const { depth, width, size, repeated } = measures(document);
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
  // Only now that there are few fields: this looks into the fragments of each selection set.
  if (errors.length > 0) return errors;
  visit(document, {
    SelectionSet: (set) => {
      for (const [name, count] of errors.length === 0 ? repeated(set) : []) {
        if (count > REPEATS) errors.push(tooRepetitive(name, count));
      }
    },
  });
  return errors;
}

/** Fragments count wherever they are spread, yet each is measured once: spread in one another they would double every time. */
function measures(document: DocumentNode) {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [])),
  );
  // What a fragment spread within itself measures is refused by another rule; here it counts as nothing.
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

  /** How often each name of an answer is asked for in one selection set. */
  const repeated = (set: SelectionSetNode, counts = new Map<string, number>(), spread = new Set<string>()): ReadonlyMap<string, number> => {
    for (const selection of set.selections) {
      if (selection.kind === Kind.FIELD) {
        const name = (selection.alias ?? selection.name).value;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      } else if (selection.kind === Kind.INLINE_FRAGMENT) {
        repeated(selection.selectionSet, counts, spread);
      } else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments.get(selection.name.value);
        if (fragment) repeated(fragment, counts, spread);
      }
    }
    return counts;
  };

  return { depth, width, size, repeated };
}
