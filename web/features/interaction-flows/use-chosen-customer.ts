import { skipToken, useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';

const ChosenCustomer = graphql(`
  query ChosenCustomer($id: ID!) {
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
export function useChosenCustomer(id: string | null) {
  const { data, error } = useQuery(ChosenCustomer, id ? { variables: { id } } : skipToken);
  const customer = data?.customer ?? null;
  return { customer, isThere: data ? customer !== null : null, failed: error !== undefined };
}
