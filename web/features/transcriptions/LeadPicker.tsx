import { skipToken, useQuery } from '@apollo/client/react';
import { STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import type { PickableLeadsQuery } from '#web/gql/graphql.ts';
import { SearchPicker, usePickerSearch } from '#web/ui/fields/SearchPicker.tsx';

const PickableLeads = graphql(`
  query PickableLeads($search: String) {
    leads(filter: { search: $search }, first: 20) {
      nodes {
        id
        name
        company
        stage
      }
    }
  }
`);

export type PickedLead = PickableLeadsQuery['leads']['nodes'][number];

const nameOf = ({ name }: PickedLead) => name;
const detailOf = ({ company, stage }: PickedLead) => [company, STAGE_LABELS[stage]].filter(Boolean).join(' · ');

type LeadPickerProps = { value: PickedLead | null; onChange: (lead: PickedLead | null) => void };

/** Picks the lead a call is about. */
export function LeadPicker({ value, onChange }: LeadPickerProps) {
  const { search, open, control } = usePickerSearch(value?.name);
  const { data, previousData, loading, error } = useQuery(PickableLeads, open ? { variables: { search } } : skipToken);
  const items = (data ?? previousData)?.leads.nodes ?? [];
  return (
    <SearchPicker
      label="Lead"
      itemNamePlural="leads"
      value={value}
      onChange={onChange}
      control={control}
      results={{ items, loading, failed: error !== undefined }}
      getLabel={nameOf}
      getDetail={detailOf}
    />
  );
}
