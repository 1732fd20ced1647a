import { type DocumentNode, Kind, type OperationDefinitionNode } from 'graphql';

/** The operation of a document that has just one, as clients send them; null where there are several to choose from. */
export function soleOperation({ definitions }: DocumentNode): OperationDefinitionNode | null {
  const [operation, another] = definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
  return operation && !another ? operation : null;
}
