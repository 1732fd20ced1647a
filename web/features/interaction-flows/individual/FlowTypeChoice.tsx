import { FormControl, FormLabel, MenuItem, Select } from '@mui/material';
import { useId } from 'react';
import { FLOW_TYPE_LABELS, FLOW_TYPES, type FlowType } from '#contract/flow.ts';

/** Which type of flow is shown. */
export function FlowTypeChoice({ value, onChoose }: { value: FlowType; onChoose: (type: FlowType) => void }) {
  const labelId = useId();
  return (
    <FormControl fullWidth size="small">
      <FormLabel id={labelId} sx={{ typography: 'subtitle2', mb: 0.75 }}>
        Flow type
      </FormLabel>
      <Select labelId={labelId} value={value} onChange={({ target }) => onChoose(target.value)} sx={{ minHeight: 40 }}>
        {FLOW_TYPES.map((type) => (
          <MenuItem key={type} value={type}>
            {FLOW_TYPE_LABELS[type]}
          </MenuItem>
        ))}
      </Select>
    </FormControl>
  );
}
