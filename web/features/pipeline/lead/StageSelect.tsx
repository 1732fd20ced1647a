import { useFragment } from '@apollo/client/react';
import { LEAD_STAGES, STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { useMoveLead } from '../use-move-lead.ts';

const StageSelect_lead = graphql(`
  fragment StageSelect_lead on Lead {
    id
    stage
  }
`);

const STAGES = LEAD_STAGES.map((value) => ({ value, label: STAGE_LABELS[value] }));

/** Moves a lead without dragging it, for those who cannot, and for phones where the columns are far apart. */
export function StageSelect({ id }: { id: string }) {
  const { data } = useFragment({ fragment: StageSelect_lead, from: { __typename: 'Lead', id } });
  const move = useMoveLead();
  return <SelectField label="Stage" value={data.stage ?? ''} options={STAGES} onChange={(stage) => move(id, stage)} />;
}
