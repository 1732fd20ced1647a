import { type DocumentNode, GraphQLError, Kind, OperationTypeNode } from 'graphql';
import { rootFields } from './root-fields.ts';

/** The root fields that need no sign-in, by kind of operation; a test holds them against the schema (schema/closed.test.ts). */
const PUBLIC_FIELDS: Readonly<Record<OperationTypeNode, ReadonlySet<string>>> = {
  [OperationTypeNode.QUERY]: new Set(['__typename', 'session', 'workspace']),
  [OperationTypeNode.MUTATION]: new Set(['__typename', 'register', 'signIn', 'signOut']),
  [OperationTypeNode.SUBSCRIPTION]: new Set(),
};

/** Whether every operation of the document asks for public root fields alone. Decided by names, without the schema or variables. */
export const isPublicDocument = (document: DocumentNode): boolean =>
  document.definitions.every((each) => {
    if (each.kind === Kind.FRAGMENT_DEFINITION) return true;
    if (each.kind !== Kind.OPERATION_DEFINITION) return false;
    return rootFields(document, each).every(({ name }) => PUBLIC_FIELDS[each.operation].has(name.value));
  });

/** The refusal of whoever is not signed in: 401, or 200 for clients that accept `application/json` alone, as GraphQL over HTTP has it. */
export const signInRequired = () =>
  new GraphQLError('Please sign in.', { extensions: { code: 'UNAUTHENTICATED', http: { status: 401, spec: true } } });
