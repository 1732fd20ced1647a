import { type ASTNode, type DocumentNode, GraphQLError, Kind, type OperationDefinitionNode, type SelectionSetNode, visit } from 'graphql';

/**
 * Limits of the fields that read the schema itself in one operation. Neither the schema nor the cost plug-in bounds their
 * selections: the standard query takes some 60 ms and returns about 1 MB, and every alias would repeat that.
 */
const FIELDS = [
  { name: '__schema', most: 1, points: 1_000, instead: '1 is allowed. Select it once.' },
  { name: '__type', most: 5, points: 10, instead: '5 are allowed. Select fewer types.' },
] as const;

const refuse = (message: string) => new GraphQLError(message, { extensions: { code: 'OPERATION_TOO_LARGE' } });

/** What is wrong with the introspection of a document: selected too often, or aliases inside it, which no tool sends. */
export function introspectionErrors(document: DocumentNode): readonly GraphQLError[] {
  const errors: GraphQLError[] = [];
  for (const operation of operationsOf(document)) {
    for (const { name, most, instead } of FIELDS) {
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
      FIELDS.reduce((points, { name, points: price }) => points + (price - 1) * countFields(document, operation, name), sum),
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
    if (node.kind === Kind.FIELD && FIELDS.some(({ name }) => name === node.name.value)) inside += by;
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
