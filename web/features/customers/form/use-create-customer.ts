import { useMutation } from '@apollo/client/react';
import type { NewCustomer } from '#contract/customer.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const CreateCustomer = graphql(`
  mutation CreateCustomer($input: CustomerInput!) {
    createCustomer(input: $input) {
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

/** Adds a customer; answers whether that worked. The list hears of it by itself. */
export function useCreateCustomer() {
  const [mutate] = useMutation(CreateCustomer);
  return async (input: NewCustomer): Promise<boolean> => {
    const created = await runMutation(mutate({ variables: { input } }), {
      done: 'Customer created successfully.',
      failed: 'Failed to create customer',
    });
    return created !== null;
  };
}
