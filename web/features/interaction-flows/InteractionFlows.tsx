import { Box, Tab, Tabs } from '@mui/material';
import { useId } from 'react';
import { ExportMenu } from '#web/ui/ExportMenu.tsx';
import { PageFrame } from '#web/ui/PageFrame.tsx';
import { CustomerNames } from './CustomerNames.tsx';
import { type FlowTab, shownFlows, useFlowChoice } from './flow-choice.ts';
import { IndividualFlow } from './individual/IndividualFlow.tsx';
import { AllFlows } from './overview/AllFlows.tsx';
import { CreateSampleFlows } from './summary/CreateSampleFlows.tsx';
import { FlowSummary } from './summary/FlowSummary.tsx';

const TABS = [
  { tab: 'individual', label: 'Individual Flow' },
  { tab: 'all', label: 'All Flows Overview' },
] as const satisfies ReadonlyArray<{ tab: FlowTab; label: string }>;

/** The Interaction Flows screen: one customer's flow, or all of them. */
export function InteractionFlows() {
  const id = useId();
  const choice = useFlowChoice();
  const open = (next: unknown) => choice.openTab(next === 'all' ? 'all' : 'individual');
  return (
    <PageFrame
      title="Interaction Flows"
      hint="Where each customer stands, step by step"
      actions={
        <>
          <ExportMenu noun="interactionFlow" where={shownFlows(choice)} />
          <CreateSampleFlows />
        </>
      }
    >
      <FlowSummary />
      <CustomerNames />
      <Tabs value={choice.tab} onChange={(_event, next: unknown) => open(next)} aria-label="Flows" sx={{ mt: 2, mb: 2 }}>
        {TABS.map(({ tab, label }) => (
          <Tab key={tab} value={tab} label={label} id={`${id}-${tab}`} aria-controls={`${id}-panel`} />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${choice.tab}`}>
        {choice.tab === 'all' ? <AllFlows /> : <IndividualFlow choice={choice} />}
      </Box>
    </PageFrame>
  );
}
