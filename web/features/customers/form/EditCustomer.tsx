import { useFragment } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { NewCustomer } from '#contract/customer.ts';
import { graphql } from '#web/gql/gql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Meanwhile } from '#web/ui/states/Meanwhile.tsx';
import { CustomerFields } from './CustomerFields.tsx';
import { type CustomerValues, changesOf, typedAnew, valuesOf } from './customer-values.ts';
import { useStillThere } from './use-still-there.ts';
import { useUpdateCustomer } from './use-update-customer.ts';

const EditCustomer_customer = graphql(`
  fragment EditCustomer_customer on Customer {
    id
    name
    email
    phone
    company
    shopifyCustomerId
  }
`);

type EditCustomerProps = {
  id: string;
  /** What was typed before and not saved, by customer. */
  unsaved: Map<string, Partial<CustomerValues>>;
  onClose: () => void;
};

/** The fields of a customer as they were when one opened them. Only what one changed is sent, so two people can edit different fields. */
export function EditCustomer({ id, unsaved, onClose }: EditCustomerProps) {
  const { data } = useFragment({ fragment: EditCustomer_customer, from: { __typename: 'Customer', id } });
  const [before] = useState(() => valuesOf(data));
  const update = useUpdateCustomer();
  const there = useStillThere(id);
  const form = useForm({ resolver: zodResolver(NewCustomer), defaultValues: { ...before, ...unsaved.get(id) } });
  const { isSubmitting } = form.formState;

  const close = () => {
    unsaved.set(id, typedAnew(before, valuesOf(form.getValues())));
    onClose();
  };
  const submit = form.handleSubmit(async () => {
    const changes = changesOf(before, valuesOf(form.getValues()));
    if (Object.keys(changes).length > 0 && !(await update(id, changes))) return;
    unsaved.delete(id);
    onClose();
  });

  return (
    <FormDialog
      title="Edit Customer"
      submit={{ label: 'Save', pending: 'Saving...' }}
      pending={isSubmitting}
      maxWidth="sm"
      onSubmit={submit}
      onClose={close}
    >
      <Meanwhile what="customer" happened={there ? null : 'deleted'} />
      <FormProvider {...form}>
        <CustomerFields id={id} onLeave={close} />
      </FormProvider>
    </FormDialog>
  );
}
