import { useFragment } from '@apollo/client/react';
import { FormControl, FormLabel, MenuItem, Select } from '@mui/material';
import { useId } from 'react';
import { LEAD_STAGES, STAGE_LABELS } from '#contract/lead.ts';
import { graphql } from '#web/gql/gql.ts';
import { useMoveLead } from '../use-move-lead.ts';

const StageSelect_lead = graphql(`
  fragment StageSelect_lead on Lead {
    id
    stage
  }
`);

/** Moves a lead without dragging it, for those who cannot, and for phones where the columns are far apart. */
export function StageSelect({ id }: { id: string }) {
  const labelId = useId();
  const { data } = useFragment({ fragment: StageSelect_lead, from: { __typename: 'Lead', id } });
  const move = useMoveLead();
  return (
    <FormControl fullWidth size="small">
      <FormLabel id={labelId} sx={{ typography: 'subtitle2', color: 'text.primary', mb: 0.5 }}>
        Stage
      </FormLabel>
      <Select labelId={labelId} value={data.stage ?? ''} onChange={({ target }) => target.value && move(id, target.value)}>
        {LEAD_STAGES.map((stage) => (
          <MenuItem key={stage} value={stage}>
            {STAGE_LABELS[stage]}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
