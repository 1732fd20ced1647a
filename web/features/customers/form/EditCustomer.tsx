import { useFragment, useMutation, useQuery } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { type CustomerChanges, NewCustomer } from '#contract/customer.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { EditConflictAlert } from '#web/ui/states/EditConflictAlert.tsx';
import { type SaveOutcome, saveOutcome, useEditConflict } from '#web/ui/states/use-edit-conflict.ts';
import { useImportUpdates } from '../use-import-updates.ts';
import { CustomerFields, type CustomerValues, changesOf, dirtyValues, valuesOf } from './CustomerFields.tsx';

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
function useUpdateCustomer() {
  const [mutate] = useMutation(UpdateCustomer);
  return async (id: string, input: CustomerChanges, ifUpdatedAt: string): Promise<SaveOutcome<CustomerValues>> => {
    const settled = await settleEdit(mutate({ variables: { id, input, ifUpdatedAt } }), {
      done: 'Customer updated successfully.',
      failed: 'Failed to update customer',
    });
    return saveOutcome(settled, valuesOf);
  };
}

const StillThere = graphql(`
  query StillThere($id: ID!) {
    importsCursor
    customer(id: $id) {
      id
    }
  }
`);

/** Whether a customer whose fields stand open is still known; true until the server says otherwise. */
function useCustomerExists(id: string): boolean {
  const { data, refetch } = useQuery(StillThere, { variables: { id }, fetchPolicy: 'network-only' });
  useImportUpdates(data?.importsCursor ?? null, () => refetch().catch(() => undefined));
  return data?.customer !== null;
}
