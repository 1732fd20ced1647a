import { FLOW_TYPE_LABELS, FLOW_TYPES, type FlowType } from '#contract/flow.ts';
import { SelectField } from '#web/ui/fields/SelectField.tsx';

const TYPES = FLOW_TYPES.map((value) => ({ value, label: FLOW_TYPE_LABELS[value] }));

/** Which type of flow is shown. */
export const FlowTypeChoice = ({ value, onChoose }: { value: FlowType; onChoose: (type: FlowType) => void }) => (
  <SelectField label="Flow type" value={value} options={TYPES} onChange={onChoose} />
);
