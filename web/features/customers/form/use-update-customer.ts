import { useMutation } from '@apollo/client/react';
import type { CustomerChanges } from '#contract/customer.ts';
import { settle } from '#web/apollo/settle.ts';
import { graphql } from '#web/gql/gql.ts';

const UpdateCustomer = graphql(`
  mutation UpdateCustomer($id: ID!, $input: CustomerChangesInput!) {
    updateCustomer(id: $id, input: $input) {
      ... on Customer {
        id
        ...CustomerCard_customer
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes what is known of a customer; answers whether that worked. */
export function useUpdateCustomer() {
  const [mutate] = useMutation(UpdateCustomer);
  return async (id: string, input: CustomerChanges): Promise<boolean> => {
    const updated = await settle(mutate({ variables: { id, input } }), {
      done: 'Customer updated successfully.',
      failed: 'Failed to update customer',
    });
    return updated !== null;
  };
}
