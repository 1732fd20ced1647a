import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type SelectionInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>;

/**
 * Whether a field of the rows of a connection is selected, in nodes or in edges. Directives count as true, so it may be selected
 * and never returned: the caller may load more because of it, but must not depend on it.
 */
export const isNodeFieldSelected = (name: string, { fieldNodes, fragments }: SelectionInfo): boolean =>
  [
    ['nodes', name],
    ['edges', 'node', name],
  ].some(
    (path) => path.reduce((nodes, step) => inside(nodes, fragments).filter((node) => node.name.value === step), fieldNodes).length > 0,
  );

/** The fields inside others, through whatever fragments. */
function inside(nodes: readonly FieldNode[], fragments: SelectionInfo['fragments']): readonly FieldNode[] {
  const fields: FieldNode[] = [];
  // Fragments spread in one another would double every time.
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const fragment = fragments[selection.name.value];
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  for (const { selectionSet } of nodes) if (selectionSet) collect(selectionSet);
  return fields;
}
