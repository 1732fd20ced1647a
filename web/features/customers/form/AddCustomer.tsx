import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { NewCustomer } from '#contract/customer.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CustomerFields } from './CustomerFields.tsx';
import { NO_VALUES } from './customer-values.ts';
import { useCreateCustomer } from './use-create-customer.ts';

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
