import { useMutation } from '@apollo/client/react';
import type { CustomerChanges } from '#contract/customer.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { type SaveOutcome, saveOutcome } from '#web/ui/states/use-edit-conflict.ts';
import { type CustomerValues, valuesOf } from './customer-values.ts';

const UpdateCustomer = graphql(`
  mutation UpdateCustomer($id: ID!, $input: CustomerChangesInput!, $ifUpdatedAt: DateTime) {
    updateCustomer(id: $id, input: $input, ifUpdatedAt: $ifUpdatedAt) {
      ... on Customer {
        id
        ...CustomerCard_customer
        ...EditCustomer_customer
      }
      ... on CustomerEditConflict {
        updatedAt
        updatedBy {
          id
          displayName
        }
        current {
          id
          ...EditCustomer_customer @unmask
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Changes what is known of a customer; answers whether it was saved, or the version a colleague saved first. */
export function useUpdateCustomer() {
  const [mutate] = useMutation(UpdateCustomer);
  return async (id: string, input: CustomerChanges, ifUpdatedAt: string): Promise<SaveOutcome<CustomerValues>> => {
    const settled = await settleEdit(mutate({ variables: { id, input, ifUpdatedAt } }), {
      done: 'Customer updated successfully.',
      failed: 'Failed to update customer',
    });
    return saveOutcome(settled, valuesOf);
  };
}
