import { Box, Paper } from '@mui/material';
import { UserSearch } from 'lucide-react';
import { Suspense } from 'react';
import { FLOW_TYPE_LABELS, FLOW_TYPES, type FlowType } from '#contract/flow.ts';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { CustomerChoice } from './CustomerChoice.tsx';
import { FlowSkeleton } from './FlowSkeletons.tsx';
import type { useFlowParams } from './use-flow-params.ts';

const CustomerFlow = lazyWithPreload(() => import('./CustomerFlow.tsx').then((m) => m.CustomerFlow));

const choices = {
  display: 'grid',
  gap: 2,
  mb: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 1fr)' },
} as const;

/** One customer's flow of one type. */
export function IndividualFlow({ choice }: { choice: ReturnType<typeof useFlowParams> }) {
  const { customerId, flowType, chooseCustomer, chooseType } = choice;
  usePreloadWhenIdle(CustomerFlow);
  const waiting = (
    <Panel title={FLOW_TYPE_LABELS[flowType]}>
      <FlowSkeleton />
    </Panel>
  );
  return (
    <>
      <Box sx={choices}>
        <CustomerChoice id={customerId} onChoose={chooseCustomer} />
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
