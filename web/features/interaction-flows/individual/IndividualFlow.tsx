import { Box, Paper } from '@mui/material';
import { UserSearch } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import type { useFlowChoice } from '../flow-choice.ts';
import { CustomerChoice } from './CustomerChoice.tsx';
import { CustomerFlow } from './CustomerFlow.tsx';
import { FlowTypeChoice } from './FlowTypeChoice.tsx';

const choices = {
  display: 'grid',
  gap: 2,
  mb: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 1fr)' },
} as const;

/** One customer's flow of one type. */
export function IndividualFlow({ choice }: { choice: ReturnType<typeof useFlowChoice> }) {
  const { customerId, flowType, chooseCustomer, chooseType } = choice;
  return (
    <>
      <Box sx={choices}>
        <CustomerChoice id={customerId} onChoose={chooseCustomer} />
        <FlowTypeChoice value={flowType} onChoose={chooseType} />
      </Box>
      {customerId ? (
        <CustomerFlow key={`${customerId} ${flowType}`} customerId={customerId} flowType={flowType} />
      ) : (
        <Paper>
          <EmptyState icon={<UserSearch size={18} />} title="Choose a customer" hint="Their flow is drawn here, stage by stage." />
        </Paper>
      )}
    </>
  );
}
