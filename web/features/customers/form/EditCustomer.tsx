import { useFragment, useMutation, useQuery } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { type CustomerChanges, NewCustomer } from '#contract/customer.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { DraftNotice } from '#web/drafts/DraftNotice.tsx';
import { useFormDraft } from '#web/drafts/use-form-draft.ts';
import { graphql } from '#web/gql/gql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { useOwnerName } from '#web/ui/fields/OwnerPicker.tsx';
import { EditConflictAlert } from '#web/ui/states/EditConflictAlert.tsx';
import { type SaveOutcome, saveOutcome, useEditConflict } from '#web/ui/states/use-edit-conflict.ts';
import { useImportUpdates } from '../use-import-updates.ts';
import { CustomerFields, type CustomerValues, toChanges, toValues } from './CustomerFields.tsx';

const EditCustomer_customer = graphql(`
  fragment EditCustomer_customer on Customer {
    id
    name
    email
    phone
    company
    shopifyCustomerId
    owner {
      id
      displayName
    }
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

/** The form of a customer. Only changed fields are sent, so two users can edit different fields. */
export function EditCustomer({ id, onClose }: { id: string; onClose: () => void }) {
  const { data } = useFragment({ fragment: EditCustomer_customer, from: { __typename: 'Customer', id } });
  const edit = useEditConflict<CustomerValues>({ values: toValues(data), updatedAt: data.updatedAt ?? '' });
  const update = useUpdateCustomer();
  const ownerName = useOwnerName();
  const exists = useCustomerExists(id);
  const form = useForm({ resolver: zodResolver(NewCustomer), defaultValues: edit.base });
  const draft = useFormDraft({
    subject: `customer/${id}`,
    form,
    base: edit.base,
    onRestore: (typedOver) => edit.resume(toValues(form.getValues()), typedOver),
  });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async () => {
    const typed = toValues(form.getValues());
    const changes = toChanges(edit.base, typed);
    const isEmpty = Object.keys(changes).length === 0;
    if (!isEmpty && !(await edit.save(typed, (ifUpdatedAt) => update(id, changes, ifUpdatedAt)))) return;
    if (draft.settle(typed)) onClose();
  });

  return (
    <FormDialog
      title="Edit Customer"
      submit={{ label: 'Save', pending: 'Saving...' }}
      pending={isSubmitting}
      maxWidth="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <DraftNotice draft={draft} />
        <EditConflictAlert
          what="customer"
          edit={edit}
          fields={[...FIELDS, { name: 'ownerId', label: 'Owner', show: ownerName }]}
          deleted={!exists}
        />
        <CustomerFields id={id} onLeave={onClose} />
      </FormProvider>
    </FormDialog>
  );
}

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

/** Updates a customer; returns whether it was saved, or the version a colleague saved first. */
function useUpdateCustomer() {
  const [mutate] = useMutation(UpdateCustomer);
  return async (id: string, input: CustomerChanges, ifUpdatedAt: string): Promise<SaveOutcome<CustomerValues>> => {
    const result = await settleEdit(mutate({ variables: { id, input, ifUpdatedAt } }), {
      done: 'Customer updated successfully.',
      failed: 'Failed to update customer',
    });
    return saveOutcome(result, toValues);
  };
}

const CustomerExistsDocument = graphql(`
  query CustomerExists($id: ID!) {
    importsCursor
    customer(id: $id) {
      id
    }
  }
`);

/** Whether the customer being edited still exists; true until the server says otherwise. */
function useCustomerExists(id: string): boolean {
  const { data, refetch } = useQuery(CustomerExistsDocument, { variables: { id }, fetchPolicy: 'network-only' });
  useImportUpdates(data?.importsCursor ?? null, () => refetch().catch(() => undefined));
  return data?.customer !== null;
}
