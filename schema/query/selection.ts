import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';

/** A selected field, with its arguments and its own selection. */
export interface Selected {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly inside: readonly Selected[];
}

/** The fields selected inside the field being resolved; object types only. */
export function selected(info: GraphQLResolveInfo): readonly Selected[] {
  const within = (type: GraphQLOutputType, nodes: readonly FieldNode[]): readonly Selected[] =>
    nodes.flatMap(({ selectionSet }) => (selectionSet ? read(type, selectionSet) : []));

  const read = (type: GraphQLOutputType, set: SelectionSetNode): readonly Selected[] => {
    const named = getNamedType(type);
    if (!isObjectType(named)) return [];
    return set.selections.flatMap((selection): readonly Selected[] => {
      const skipped = getDirectiveValues(GraphQLSkipDirective, selection, info.variableValues)?.if === true;
      const included = getDirectiveValues(GraphQLIncludeDirective, selection, info.variableValues)?.if !== false;
      if (skipped || !included) return [];
      if (selection.kind === Kind.INLINE_FRAGMENT) return read(type, selection.selectionSet);
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = info.fragments[selection.name.value];
        return fragment ? read(type, fragment.selectionSet) : [];
      }
      const field = named.getFields()[selection.name.value];
      if (!field) return [];
      const args = getArgumentValues(field, selection, info.variableValues);
      return [{ name: field.name, args, inside: within(field.type, [selection]) }];
    });
  };

  return within(info.returnType, info.fieldNodes);
}
