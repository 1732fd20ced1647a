import { skipToken, useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';

const FlowCustomer = graphql(`
  query FlowCustomer($id: ID!) {
    customer(id: $id) {
      id
      name
      email
      phone
      company
    }
  }
`);

/** The customer whose flow is shown, and whether there is one of this id; null while that is unknown. */
export function useFlowCustomer(id: string | null) {
  const { data, error } = useQuery(FlowCustomer, id ? { variables: { id } } : skipToken);
  const customer = data?.customer ?? null;
  return { customer, exists: data ? customer !== null : null, failed: error !== undefined };
}
