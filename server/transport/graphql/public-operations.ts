import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';

/** The root fields that need no sign-in, by kind of operation; a test holds them against the schema (schema/closed.test.ts). */
const PUBLIC_FIELDS: Readonly<Record<OperationTypeNode, ReadonlySet<string>>> = {
  [OperationTypeNode.QUERY]: new Set(['__typename', 'invitation', 'session', 'workspace']),
  [OperationTypeNode.MUTATION]: new Set([
    ...['__typename', 'acceptInvitation', 'beginPasskeySignIn', 'register', 'requestPasswordReset', 'resetPassword', 'signIn'],
    ...['signInWithPasskey', 'signOut'],
  ]),
  [OperationTypeNode.SUBSCRIPTION]: new Set(),
};

/** Whether every operation of the document selects public root fields alone. Decided by names, without the schema or variables. */
export const isPublicDocument = (document: DocumentNode): boolean =>
  document.definitions.every((definition) => {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) return true;
    if (definition.kind !== Kind.OPERATION_DEFINITION) return false;
    return rootFields(document, definition).every(({ name }) => PUBLIC_FIELDS[definition.operation].has(name.value));
  });

/** The error for clients that are not signed in: 401, or 200 for those that accept `application/json` alone, as GraphQL over HTTP has it. */
export const signInRequired = () =>
  new GraphQLError('Please sign in.', { extensions: { code: 'UNAUTHENTICATED', http: { status: 401, spec: true } } });

/** The root fields of an operation, including those of its fragments; each fragment is read once. */
export function rootFields(document: DocumentNode, { selectionSet }: OperationDefinitionNode): readonly FieldNode[] {
  const fragments = new Map(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition.selectionSet] as const] : [],
    ),
  );
  const visited = new Set<string>();
  const fieldsOf = ({ selections }: SelectionSetNode): readonly FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return selection;
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(selection.selectionSet);
      const name = selection.name.value;
      const fragment = visited.has(name) ? undefined : fragments.get(name);
      visited.add(name);
      return fragment ? fieldsOf(fragment) : [];
    });
  return fieldsOf(selectionSet);
}
