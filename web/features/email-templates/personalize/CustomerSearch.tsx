import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { FindRecipientQuery } from '#web/gql/graphql.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { SearchPicker } from '#web/ui/fields/SearchPicker.tsx';

const FindRecipient = graphql(`
  query FindRecipient($search: String) {
    customers(search: $search, first: 8) {
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

/** The customer an email is for. */
export type Recipient = FindRecipientQuery['customers']['nodes'][number];

/** Milliseconds without a keystroke after which is searched. A search that is still on its way is given up. */
const REST = 250;

const withDetail = (customer: Recipient) => ({ ...customer, detail: [customer.company, customer.email].filter(Boolean).join(' · ') });

type CustomerSearchProps = { value: Recipient | null; onChange: (customer: Recipient | null) => void; autoFocus: boolean };

/** Finds the customer an email is for. */
export function CustomerSearch({ value, onChange, autoFocus }: CustomerSearchProps) {
  const [open, setOpen] = useState(false);
  const [typed, type] = useState('');
  const search = useDebounced(value?.name === typed ? '' : typed.trim(), REST);
  const { data, previousData, loading, error } = useQuery(FindRecipient, { variables: { search: search || null }, skip: !open });
  const items = (data ?? previousData)?.customers.nodes.slice(0, 8).map(withDetail) ?? [];

  return (
    <SearchPicker
      label="Customer"
      noun="customers"
      value={value && withDetail(value)}
      onChange={onChange}
      search={{ typed, type, open, setOpen }}
      found={{ items, loading, failed: error !== undefined }}
      placeholder="Name, email or company"
      autoFocus={autoFocus}
    />
  );
}
