import { Box, Tab, Tabs } from '@mui/material';
import { useId } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { useLater } from '#web/lib/use-later.ts';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { OnDemand } from '#web/ui/on-demand/OnDemand.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CustomerNames } from './CustomerNames.tsx';
import { IndividualFlow } from './individual/IndividualFlow.tsx';
import { AllFlowsSkeleton } from './overview/AllFlowsSkeleton.tsx';
import { CreateSampleFlows } from './summary/CreateSampleFlows.tsx';
import { FlowSummary } from './summary/FlowSummary.tsx';
import { type FlowTab, shownFlows, useFlowParams } from './use-flow-params.ts';

const allFlows = later(() => import('./overview/AllFlows.tsx').then((m) => m.AllFlows));

const TABS = [
  { tab: 'individual', label: 'Individual Flow' },
  { tab: 'all', label: 'All Flows Overview' },
] as const satisfies ReadonlyArray<{ tab: FlowTab; label: string }>;

/** The Interaction Flows screen: one customer's flow, or all of them. */
export function InteractionFlows() {
  const id = useId();
  const choice = useFlowParams();
  useLater(allFlows, false);
  const open = (next: unknown) => choice.openTab(next === 'all' ? 'all' : 'individual');
  return (
    <PageLayout
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
          <Tab
            {...(tab === 'all' && ahead(allFlows))}
            key={tab}
            value={tab}
            label={label}
            id={`${id}-${tab}`}
            aria-controls={`${id}-panel`}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${choice.tab}`}>
        {choice.tab === 'all' ? (
          <OnDemand code={allFlows} waiting={<AllFlowsSkeleton />}>
            {(AllFlows) => <AllFlows />}
          </OnDemand>
        ) : (
          <IndividualFlow choice={choice} />
        )}
      </Box>
    </PageLayout>
  );
}
