import { Box, Paper } from '@mui/material';
import { UserSearch } from 'lucide-react';
import { Suspense } from 'react';
import { FLOW_TYPE_LABELS, FLOW_TYPES, type FlowType } from '#contract/flow.ts';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { CustomerPicker, type PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { FlowSkeleton } from './FlowSkeletons.tsx';
import { useChosenCustomer } from './use-chosen-customer.ts';
import type { useFlowParams } from './use-flow-params.ts';

const CustomerFlow = lazyWithPreload(() => import('./CustomerFlow.tsx').then((m) => m.CustomerFlow));

const choices = {
  display: 'grid',
  gap: 2,
  mb: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 1fr)' },
} as const;

const nameAndEmail = ({ name, email }: PickedCustomer) => (email ? `${name} - ${email}` : name);

/** One customer's flow of one type. */
export function IndividualFlow({ choice }: { choice: ReturnType<typeof useFlowParams> }) {
  const { customerId, flowType, chooseCustomer, chooseType } = choice;
  const chosen = useChosenCustomer(customerId);
  usePreloadWhenIdle(CustomerFlow);
  const waiting = (
    <Panel title={FLOW_TYPE_LABELS[flowType]}>
      <FlowSkeleton />
    </Panel>
  );
  return (
    <>
      <Box sx={choices}>
        <CustomerPicker
          label="Customer"
          value={chosen.customer}
          onChange={(customer) => chooseCustomer(customer?.id ?? null)}
          getLabel={nameAndEmail}
          placeholder={customerId && chosen.isThere === null && !chosen.failed ? 'Loading...' : 'Choose a customer'}
        />
        <FlowTypeChoice value={flowType} onChoose={chooseType} />
      </Box>
      {customerId ? (
        <Suspense fallback={waiting}>
          <CustomerFlow key={`${customerId} ${flowType}`} customerId={customerId} flowType={flowType} />
        </Suspense>
      ) : (
        <Paper>
          <EmptyState icon={<UserSearch size={18} />} title="Choose a customer" hint="Their flow is drawn here, stage by stage." />
        </Paper>
      )}
    </>
  );
}

const TYPES = FLOW_TYPES.map((value) => ({ value, label: FLOW_TYPE_LABELS[value] }));

/** Which type of flow is shown. */
const FlowTypeChoice = ({ value, onChoose }: { value: FlowType; onChoose: (type: FlowType) => void }) => (
  <SelectField label="Flow type" value={value} options={TYPES} onChange={onChoose} />
);
