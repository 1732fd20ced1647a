import { type DocumentNode, type FieldNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** The root fields of an operation, those of its fragments included; a fragment is looked at once. */
export function rootFields(document: DocumentNode, { selectionSet }: OperationDefinitionNode): readonly FieldNode[] {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [])),
  );
  const spread = new Set<string>();
  const fieldsOf = ({ selections }: SelectionSetNode): readonly FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return selection;
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet);
      const name = selection.name.value;
      const fragment = spread.has(name) ? undefined : fragments.get(name);
      spread.add(name);
      return fragment ? fieldsOf(fragment) : [];
    });
  return fieldsOf(selectionSet);
}
