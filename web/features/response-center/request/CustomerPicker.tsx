import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { FindAddresseeQuery } from '#web/gql/graphql.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { SearchPicker } from '#web/ui/SearchPicker.tsx';

const FindAddressee = graphql(`
  query FindAddressee($search: String) {
    customers(search: $search, first: 8) {
      nodes {
        id
        name
        email
        company
      }
    }
  }
`);

/** The customer a reply is for. */
export type Addressee = FindAddresseeQuery['customers']['nodes'][number];

const SUGGESTIONS = 8;
const withDetail = (customer: Addressee) => ({ ...customer, detail: [customer.company, customer.email].filter(Boolean).join(' · ') });

type CustomerPickerProps = { value: Addressee | null; onChange: (customer: Addressee | null) => void };

/** Finds the customer to answer; the reply greets them and is kept with them. */
export function CustomerPicker({ value, onChange }: CustomerPickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, type] = useState('');
  const search = useDebounced(value?.name === typed ? '' : typed.trim(), 250);
  const { data, previousData, loading, error } = useQuery(FindAddressee, { variables: { search: search || null }, skip: !open });
  const items = (data ?? previousData)?.customers.nodes.slice(0, SUGGESTIONS).map(withDetail) ?? [];
  return (
    <SearchPicker
      label="Customer (optional)"
      noun="customers"
      value={value && withDetail(value)}
      onChange={onChange}
      search={{ typed, type, open, setOpen }}
      found={{ items, loading, failed: error !== undefined }}
    />
  );
}
