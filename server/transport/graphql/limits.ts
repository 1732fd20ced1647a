import { type ASTVisitor, GraphQLError, Kind, type ValidationContext } from 'graphql';

/** How long and how wide a document may be, counted before anything runs. */
export const DOCUMENT_LIMITS = { tokens: 2_000, aliases: 20, rootFields: 20, directives: 20, depth: 12 } as const;

const tooLarge = (what: string, limit: number) =>
  new GraphQLError(`This document has more than ${limit} ${what}. Split it into several operations.`, {
    extensions: { code: 'OPERATION_TOO_LARGE' },
  });

/** Refuses documents that ask for the same thing under many names, or nest without end. Fragments count where they are spread. */
export function documentLimits(context: ValidationContext): ASTVisitor {
  let aliases = 0;
  let directives = 0;
  return {
    Field: (node) => {
      if (node.alias) aliases += 1;
      if (aliases === DOCUMENT_LIMITS.aliases + 1) context.reportError(tooLarge('aliases', DOCUMENT_LIMITS.aliases));
    },
    Directive: () => {
      directives += 1;
      if (directives === DOCUMENT_LIMITS.directives + 1) context.reportError(tooLarge('directives', DOCUMENT_LIMITS.directives));
    },
    OperationDefinition: (node) => {
      const fields = node.selectionSet.selections.length;
      if (fields > DOCUMENT_LIMITS.rootFields) context.reportError(tooLarge('root fields', DOCUMENT_LIMITS.rootFields));
      if (isDeep(node.selectionSet, context, DOCUMENT_LIMITS.depth, new Set())) {
        context.reportError(tooLarge('levels', DOCUMENT_LIMITS.depth));
      }
    },
  };
}

type Selections = NonNullable<ReturnType<ValidationContext['getFragment']>>['selectionSet'];

function isDeep(set: Selections, context: ValidationContext, left: number, spread: ReadonlySet<string>): boolean {
  if (left === 0) return true;
  return set.selections.some((selection) => {
    if (selection.kind === Kind.FIELD) {
      // Introspection nests by design and is bounded by the types there are.
      if (!selection.selectionSet || selection.name.value.startsWith('__')) return false;
      return isDeep(selection.selectionSet, context, left - 1, spread);
    }
    if (selection.kind === Kind.INLINE_FRAGMENT) return isDeep(selection.selectionSet, context, left, spread);
    const { value: name } = selection.name;
    const fragment = context.getFragment(name);
    return Boolean(fragment && !spread.has(name) && isDeep(fragment.selectionSet, context, left, new Set([...spread, name])));
  });
}
