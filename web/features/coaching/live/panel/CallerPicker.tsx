import { skipToken, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { type Pickable, SearchPicker } from '#web/ui/fields/SearchPicker.tsx';

const FindCaller = graphql(`
  query FindCaller($search: String) {
    customers(search: $search, first: 8) {
      nodes {
        id
        name
        company
        email
      }
    }
  }
`);

const OFFERED = 8;
/** Milliseconds a search rests before it is asked. */
const REST = 250;

type CallerPickerProps = { value: Pickable | null; onChange: (customer: Pickable | null) => void };

/** Finds the customer who is on the line. */
export function CallerPicker({ value, onChange }: CallerPickerProps) {
  const [open, setOpen] = useState(false);
  const [typed, type] = useState('');
  const search = useDebounced(value?.name === typed ? '' : typed.trim(), REST);
  const { data, previousData, loading, error } = useQuery(FindCaller, open ? { variables: { search: search || null } } : skipToken);
  const found = (data ?? previousData)?.customers.nodes.slice(0, OFFERED) ?? [];
  const items = found.map(({ id, name, company, email }) => ({ id, name, detail: [company, email].filter(Boolean).join(' · ') }));
  return (
    <SearchPicker
      label="Who is on the line (optional)"
      noun="customers"
      value={value}
      onChange={onChange}
      search={{ typed, type, open, setOpen }}
      found={{ items, loading, failed: error !== undefined }}
    />
  );
}
