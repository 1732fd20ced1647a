import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { NewCustomer } from '#contract/customer.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { DraftNotice } from '#web/drafts/DraftNotice.tsx';
import { useFormDraft } from '#web/drafts/use-form-draft.ts';
import { graphql } from '#web/gql/gql.ts';
import { useViewer } from '#web/session/session.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CustomerFields, EMPTY_VALUES } from './CustomerFields.tsx';

/** The form for a new customer. What is typed is a draft until it is saved. */
export function AddCustomer({ onClose }: { onClose: () => void }) {
  const create = useCreateCustomer();
  const viewer = useViewer();
  const base = { ...EMPTY_VALUES, ownerId: viewer.id };
  const form = useForm({ resolver: zodResolver(NewCustomer), defaultValues: base });
  const draft = useFormDraft({ subject: 'new-customer', form, base });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (customer) => {
    const typed = form.getValues();
    if ((await create(customer)) && draft.settle(typed)) onClose();
  });

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
        <DraftNotice draft={draft} />
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
