import { useFragment } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { NewCustomer } from '#contract/customer.ts';
import { graphql } from '#web/gql/gql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { EditConflictAlert } from '#web/ui/states/EditConflictAlert.tsx';
import { useEditConflict } from '#web/ui/states/use-edit-conflict.ts';
import { CustomerFields } from './CustomerFields.tsx';
import { type CustomerValues, changesOf, dirtyValues, valuesOf } from './customer-values.ts';
import { useCustomerExists } from './use-customer-exists.ts';
import { useUpdateCustomer } from './use-update-customer.ts';

const EditCustomer_customer = graphql(`
  fragment EditCustomer_customer on Customer {
    id
    name
    email
    phone
    company
    shopifyCustomerId
    updatedAt
  }
`);

const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'company', label: 'Company' },
  { name: 'email', label: 'Email' },
  { name: 'phone', label: 'Phone' },
  { name: 'shopifyCustomerId', label: 'Shopify Customer ID' },
] as const;

type EditCustomerProps = {
  id: string;
  /** What was typed before and not saved, by customer. */
  unsaved: Map<string, Partial<CustomerValues>>;
  onClose: () => void;
};

/** The fields of a customer as they were when one opened them. Only what one changed is sent, so two people can edit different fields. */
export function EditCustomer({ id, unsaved, onClose }: EditCustomerProps) {
  const { data } = useFragment({ fragment: EditCustomer_customer, from: { __typename: 'Customer', id } });
  const edit = useEditConflict<CustomerValues>({ values: valuesOf(data), updatedAt: data.updatedAt ?? '' });
  const update = useUpdateCustomer();
  const there = useCustomerExists(id);
  const form = useForm({ resolver: zodResolver(NewCustomer), defaultValues: { ...edit.base, ...unsaved.get(id) } });
  const { isSubmitting } = form.formState;

  const close = () => {
    unsaved.set(id, dirtyValues(edit.base, valuesOf(form.getValues())));
    onClose();
  };
  const submit = form.handleSubmit(async () => {
    const typed = valuesOf(form.getValues());
    const changes = changesOf(edit.base, typed);
    const isEmpty = Object.keys(changes).length === 0;
    if (!isEmpty && !(await edit.save(typed, (ifUpdatedAt) => update(id, changes, ifUpdatedAt)))) return;
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
      <FormProvider {...form}>
        <EditConflictAlert what="customer" edit={edit} fields={FIELDS} deleted={!there} />
        <CustomerFields id={id} onLeave={close} />
      </FormProvider>
    </FormDialog>
  );
}
