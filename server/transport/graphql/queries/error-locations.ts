import { type DocumentNode, type FieldNode, GraphQLError, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** An error of a compiled query with its place in the document, as graphql-js tells it. */
export function withLocation(error: GraphQLError, document: DocumentNode, operation: OperationDefinitionNode): GraphQLError {
  const { message, path, originalError, extensions } = error;
  const names = path?.filter((key) => typeof key === 'string') ?? [];
  return new GraphQLError(message, { nodes: fieldsAt(names, [operation.selectionSet], document), path, originalError, extensions });
}

/** The fields that a path of names in the answer leads to. */
function fieldsAt(names: readonly string[], sets: readonly SelectionSetNode[], document: DocumentNode): readonly FieldNode[] {
  const [name, ...rest] = names;
  const here = sets.flatMap((set) => fieldsIn(set, document)).filter(({ alias, name: own }) => (alias ?? own).value === name);
  if (rest.length === 0) return here;
  const inside = here.flatMap(({ selectionSet }) => selectionSet ?? []);
  return fieldsAt(rest, inside, document);
}

function fieldsIn({ selections }: SelectionSetNode, document: DocumentNode): readonly FieldNode[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return selection;
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet, document);
    return document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION && each.name.value === selection.name.value ? fieldsIn(each.selectionSet, document) : [],
    );
  });
}
