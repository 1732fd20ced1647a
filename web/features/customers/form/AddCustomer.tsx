import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { NewCustomer } from '#contract/customer.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { useViewer } from '#web/session/session.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CustomerFields, EMPTY_VALUES } from './CustomerFields.tsx';

type AddCustomerProps = { open: boolean; onClose: () => void };

/** The form for a new customer. Input survives closing and failed saves; only success resets it. */
export function AddCustomer({ open, onClose }: AddCustomerProps) {
  const create = useCreateCustomer();
  const viewer = useViewer();
  const form = useForm({ resolver: zodResolver(NewCustomer), defaultValues: { ...EMPTY_VALUES, ownerId: viewer.id } });
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

/** Creates a customer; returns whether it succeeded. The list updates from the change event. */
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
