import { type ASTVisitor, GraphQLError, Kind, type SelectionSetNode, type ValidationContext, type ValidationRule } from 'graphql';
import type { Config } from '#server/config.ts';

/** How long and how wide a document may be, counted before anything runs. */
export interface DocumentLimits {
  readonly tokens: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly directives: number;
  readonly depth: number;
}

/** The limits as they are set. */
export const documentLimitsOf = (config: Config): DocumentLimits => ({
  tokens: config.GRAPHQL_TOKEN_LIMIT,
  aliases: config.GRAPHQL_ALIAS_LIMIT,
  rootFields: config.GRAPHQL_ROOT_FIELD_LIMIT,
  directives: config.GRAPHQL_DIRECTIVE_LIMIT,
  depth: config.GRAPHQL_DEPTH_LIMIT,
});

const tooLarge = (what: string, count: number, limit: number) =>
  new GraphQLError(`This document has ${count} ${what}; ${limit} are allowed. Split it into several operations.`, {
    extensions: { code: 'OPERATION_TOO_LARGE' },
  });

/** Refuses documents that ask for the same thing under many names, or nest without end. */
export const documentLimits =
  (limits: DocumentLimits): ValidationRule =>
  (context): ASTVisitor => {
    const { depth, width } = measures(context);
    const bound = (what: string, count: number, limit: number) => {
      if (count > limit) context.reportError(tooLarge(what, count, limit));
    };
    let aliases = 0;
    let directives = 0;
    return {
      Field: ({ alias }) => {
        if (alias) aliases += 1;
      },
      Directive: () => {
        directives += 1;
      },
      Document: {
        leave: () => {
          bound('aliases', aliases, limits.aliases);
          bound('directives', directives, limits.directives);
        },
      },
      OperationDefinition: ({ selectionSet }) => {
        bound('root fields', width(selectionSet), limits.rootFields);
        bound('levels', depth(selectionSet), limits.depth);
      },
    };
  };

/** Fragments count wherever they are spread, yet each is measured once: spread in one another they would double every time. */
function measures(context: ValidationContext) {
  // What a fragment spread within itself measures is refused by another rule; here it counts as nothing.
  const measured = (measure: (set: SelectionSetNode) => number) => {
    const known = new Map<string, number>();
    return (name: string): number => {
      const earlier = known.get(name);
      if (earlier !== undefined) return earlier;
      known.set(name, 0);
      const fragment = context.getFragment(name);
      const size = fragment ? measure(fragment.selectionSet) : 0;
      known.set(name, size);
      return size;
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

  const width = (set: SelectionSetNode): number =>
    set.selections.reduce((sum, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + width(selection.selectionSet);
      return sum + (selection.kind === Kind.FRAGMENT_SPREAD ? widthOf(selection.name.value) : 1);
    }, 0);
  const widthOf = measured(width);

  return { depth, width };
}
