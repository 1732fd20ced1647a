import { Box, Paper } from '@mui/material';
import { UserSearch } from 'lucide-react';
import { Suspense } from 'react';
import { FLOW_TYPE_LABELS, FLOW_TYPES, type FlowType } from '#contract/flow.ts';
import type { Owners } from '#contract/owners.ts';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { CustomerPicker, type PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { FlowSkeleton } from './FlowSkeleton.tsx';
import { useFlowCustomer } from './use-flow-customer.ts';
import type { useFlowParams } from './use-flow-params.ts';

const CustomerFlow = lazyWithPreload(() => import('./CustomerFlow.tsx').then((m) => m.CustomerFlow));

const fields = {
  display: 'grid',
  gap: 2,
  mb: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 1fr)' },
} as const;

const nameAndEmail = ({ name, email }: PickedCustomer) => (email ? `${name} - ${email}` : name);

/** One customer's flow of one type. */
export function IndividualFlow({ params, owners }: { params: ReturnType<typeof useFlowParams>; owners: Owners }) {
  const { customerId, flowType, setCustomer, setType } = params;
  const selected = useFlowCustomer(customerId);
  usePreloadWhenIdle(CustomerFlow);
  const fallback = (
    <Panel title={FLOW_TYPE_LABELS[flowType]}>
      <FlowSkeleton />
    </Panel>
  );
  return (
    <>
      <Box sx={fields}>
        <CustomerPicker
          label="Customer"
          owners={owners}
          value={selected.customer}
          onChange={(customer) => setCustomer(customer?.id ?? null)}
          getLabel={nameAndEmail}
          placeholder={customerId && selected.exists === null && !selected.failed ? 'Loading...' : 'Choose a customer'}
        />
        <FlowTypeSelect value={flowType} onChange={setType} />
      </Box>
      {customerId ? (
        <Suspense fallback={fallback}>
          <CustomerFlow key={`${customerId} ${flowType}`} customerId={customerId} flowType={flowType} />
        </Suspense>
      ) : (
        <Paper>
          <EmptyState icon={<UserSearch size={18} />} title="Choose a customer" hint="Their flow will appear here." />
        </Paper>
      )}
    </>
  );
}

const TYPES = FLOW_TYPES.map((value) => ({ value, label: FLOW_TYPE_LABELS[value] }));

const FlowTypeSelect = ({ value, onChange }: { value: FlowType; onChange: (type: FlowType) => void }) => (
  <SelectField label="Flow type" value={value} options={TYPES} onChange={onChange} />
);
