import { useQuery } from '@apollo/client/react';
import { graphql } from '#web/gql/gql.ts';
import { SearchPicker } from '#web/ui/fields/SearchPicker.tsx';
import { detailOf, type Person, SUGGESTION_COUNT } from './person.ts';
import { useFinder } from './use-finder.ts';

const FindCustomers = graphql(`
  query FindCustomers($search: String) {
    customers(search: $search, first: 8) {
      nodes {
        id
        name
        company
        email
        phone
      }
    }
  }
`);

type PickerProps = { label: string; value: Person | null; onChange: (customer: Person | null) => void };

/** Finds the customer who called. */
export function CustomerPicker({ label, value, onChange }: PickerProps) {
  const { search, wanted } = useFinder(value);
  const { data, previousData, loading, error } = useQuery(FindCustomers, { variables: { search: wanted }, skip: !search.open });
  const found = (data ?? previousData)?.customers.nodes.slice(0, SUGGESTION_COUNT) ?? [];
  const items = found.map(({ id, name, company, email, phone }): Person => ({ id, name, detail: detailOf(company, email, phone) }));
  return (
    <SearchPicker
      label={label}
      noun="customers"
      value={value}
      onChange={onChange}
      search={search}
      found={{ items, loading, failed: error !== undefined }}
    />
  );
}
