import { Box, Tab, Tabs } from '@mui/material';
import { Suspense, useId } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { CustomerNames } from './CustomerNames.tsx';
import { IndividualFlow } from './individual/IndividualFlow.tsx';
import { AllFlowsSkeleton } from './overview/AllFlowsSkeleton.tsx';
import { CreateSampleFlows } from './summary/CreateSampleFlows.tsx';
import { FlowSummary } from './summary/FlowSummary.tsx';
import { type FlowTab, shownFlows, useFlowParams } from './use-flow-params.ts';

const AllFlows = lazyWithPreload(() => import('./overview/AllFlows.tsx').then((m) => m.AllFlows));

const TABS = [
  { tab: 'individual', label: 'Individual Flow' },
  { tab: 'all', label: 'All Flows Overview' },
] as const satisfies ReadonlyArray<{ tab: FlowTab; label: string }>;

/** The Interaction Flows screen: one customer's flow, or all of them. */
export function InteractionFlows() {
  const id = useId();
  const choice = useFlowParams();
  usePreloadWhenIdle(AllFlows);
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
            {...(tab === 'all' && preloadOnIntent(AllFlows))}
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
          <Suspense fallback={<AllFlowsSkeleton />}>
            <AllFlows />
          </Suspense>
        ) : (
          <IndividualFlow choice={choice} />
        )}
      </Box>
    </PageLayout>
  );
}
