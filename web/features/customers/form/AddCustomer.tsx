import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { NewCustomer } from '#contract/customer.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CustomerFields, NO_VALUES } from './CustomerFields.tsx';

type AddCustomerProps = { open: boolean; onClose: () => void };

/** The form for a new customer. What was typed stays when it is closed or when saving failed; only success empties it. */
export function AddCustomer({ open, onClose }: AddCustomerProps) {
  const create = useCreateCustomer();
  const form = useForm({ resolver: zodResolver(NewCustomer), defaultValues: NO_VALUES });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (customer) => {
    if (!(await create(customer))) return;
    onClose();
    form.reset();
  });

  if (!open) return null;
  return (
    <FormDialog
      title="Add New Customer"
      submit={{ label: 'Add Customer', pending: 'Creating...' }}
      pending={isSubmitting}
      maxWidth="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <CustomerFields onLeave={onClose} />
      </FormProvider>
    </FormDialog>
  );
}

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
function useCreateCustomer() {
  const [mutate] = useMutation(CreateCustomer);
  return async (input: NewCustomer): Promise<boolean> => {
    const created = await runMutation(mutate({ variables: { input } }), {
      done: 'Customer created successfully.',
      failed: 'Failed to create customer',
    });
    return created !== null;
  };
}
