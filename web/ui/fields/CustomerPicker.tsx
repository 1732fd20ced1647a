import { skipToken, useQuery } from '@apollo/client/react';
import type { Owners } from '#contract/owners.ts';
import { graphql } from '#web/gql/gql.ts';
import type { PickableCustomersQuery } from '#web/gql/graphql.ts';
import { SearchPicker, usePickerSearch } from './SearchPicker.tsx';

const PickableCustomers = graphql(`
  query PickableCustomers($search: String, $owners: Owners) {
    customers(search: $search, owners: $owners, first: 20) {
      nodes {
        id
        name
        email
        phone
        company
      }
    }
  }
`);

export type PickedCustomer = PickableCustomersQuery['customers']['nodes'][number];

const nameOf = ({ name }: PickedCustomer) => name;
const detailOf = ({ company, email, phone }: PickedCustomer) => [company, email, phone].filter(Boolean).join(' · ');

type CustomerPickerProps = {
  label: string;
  value: PickedCustomer | null;
  onChange: (customer: PickedCustomer | null) => void;
  /** Whose customers are offered; everyone’s where absent. */
  owners?: Owners;
  placeholder?: string;
  autoFocus?: boolean;
  /** The text typed before the picker was loaded. */
  initialText?: string;
  /** Replaces the name and the line of details. */
  getLabel?: (customer: PickedCustomer) => string;
};

/** Selects a customer: the latest ones, or those that match the typed text. */
export function CustomerPicker({ label, value, onChange, owners, placeholder, autoFocus, initialText, getLabel }: CustomerPickerProps) {
  const labelOf = getLabel ?? nameOf;
  const { search, open, control } = usePickerSearch(value ? labelOf(value) : undefined, initialText);
  const { data, previousData, loading, error } = useQuery(
    PickableCustomers,
    open ? { variables: { search, owners }, fetchPolicy: 'cache-and-network' } : skipToken,
  );
  const items = (data ?? previousData)?.customers.nodes ?? [];
  const emptyText = search ? 'No customers found' : 'No customers yet. Add them on the Customers screen.';
  return (
    <SearchPicker
      label={label}
      itemNamePlural="customers"
      value={value}
      onChange={onChange}
      control={control}
      results={{ items, loading, failed: error !== undefined, emptyText }}
      getLabel={labelOf}
      getDetail={getLabel ? undefined : detailOf}
      placeholder={placeholder}
      autoFocus={autoFocus}
    />
  );
}
