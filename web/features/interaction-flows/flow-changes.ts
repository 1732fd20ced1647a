import { graphql } from '#web/gql/gql.ts';

/** Every change of flows: of all of them, or of those a list shows. */
export const FlowsChanged = graphql(`
  subscription FlowsChanged($customerId: ID, $flowType: FlowType, $after: EventCursor) {
    interactionFlowChanged(customerId: $customerId, flowType: $flowType, after: $after) {
      cursor
      kind
      id
      interactionFlow {
        id
        updatedAt
        ...FlowCard_flow
      }
    }
  }
`);
