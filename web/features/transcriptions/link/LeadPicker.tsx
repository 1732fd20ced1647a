import { useQuery } from '@apollo/client/react';
import { STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { SearchPicker } from '#web/ui/fields/SearchPicker.tsx';
import { detailOf, type Person, SUGGESTION_COUNT } from './person.ts';
import { useFinder } from './use-finder.ts';

const FindLeads = graphql(`
  query FindLeads($search: String) {
    leads(filter: { search: $search }, first: 8) {
      nodes {
        id
        name
        company
        stage
      }
    }
  }
`);

type PickerProps = { label: string; value: Person | null; onChange: (lead: Person | null) => void };

/** Finds the lead a call is about. */
export function LeadPicker({ label, value, onChange }: PickerProps) {
  const { search, wanted } = useFinder(value);
  const { data, previousData, loading, error } = useQuery(FindLeads, { variables: { search: wanted }, skip: !search.open });
  const found = (data ?? previousData)?.leads.nodes.slice(0, SUGGESTION_COUNT) ?? [];
  const items = found.map(({ id, name, company, stage }): Person => ({ id, name, detail: detailOf(company, STAGE_LABELS[stage]) }));
  return (
    <SearchPicker
      label={label}
      noun="leads"
      value={value}
      onChange={onChange}
      search={search}
      found={{ items, loading, failed: error !== undefined }}
    />
  );
}
