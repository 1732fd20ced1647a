import { useApolloClient, useFragment, useMutation } from '@apollo/client/react';
import { Box, Tab, Tabs } from '@mui/material';
import { Sparkles } from 'lucide-react';
import { Suspense, useId } from 'react';
import type { Owners } from '#contract/owners.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useOwners } from '#web/lib/use-owners.ts';
import { Permitted } from '#web/session/session.tsx';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { OwnersSwitch } from '#web/ui/fields/OwnersSwitch.tsx';
import { ExportMenu } from '#web/ui/lists/ExportMenu.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { AllFlowsSkeleton } from './FlowSkeleton.tsx';
import { FlowSummary } from './FlowSummary.tsx';
import { IndividualFlow } from './IndividualFlow.tsx';
import { type FlowTab, shownFlows, useFlowParams } from './use-flow-params.ts';

const AllFlows = lazyWithPreload(() => import('./AllFlows.tsx').then((m) => m.AllFlows));

const TABS = [
  { tab: 'individual', label: 'Individual Flow' },
  { tab: 'all', label: 'All Flows Overview' },
] as const satisfies ReadonlyArray<{ tab: FlowTab; label: string }>;

/** The Interaction Flows screen: one customer's flow, or all flows. */
export function InteractionFlows() {
  const id = useId();
  const params = useFlowParams();
  const choice = useOwners('interactionFlow');
  usePreloadWhenIdle(AllFlows);
  const open = (next: unknown) => params.setTab(next === 'all' ? 'all' : 'individual');
  return (
    <PageLayout
      title="Interaction Flows"
      hint="See where each customer is in their journey"
      actions={
        <>
          <OwnersSwitch {...choice} />
          <ExportMenu entity="interactionFlow" where={shownFlows(params)} owners={choice.owners} />
          <Permitted to="interactionFlow.change">
            <CreateSampleFlows />
          </Permitted>
        </>
      }
    >
      <FlowSummary owners={choice.owners} />
      <CustomerSubscription owners={choice.owners} />
      <Tabs value={params.tab} onChange={(_event, next: unknown) => open(next)} aria-label="Flows" sx={{ mt: 2, mb: 2 }}>
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
      <Box role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${params.tab}`}>
        {params.tab === 'all' ? (
          <Suspense fallback={<AllFlowsSkeleton />}>
            <AllFlows owners={choice.owners} />
          </Suspense>
        ) : (
          <IndividualFlow params={params} owners={choice.owners} />
        )}
      </Box>
    </PageLayout>
  );
}

const CustomerSubscription_summary = graphql(`
  fragment CustomerSubscription_summary on InteractionFlowSummary {
    owners
    eventCursor
  }
`);

const FlowCustomersChanged = graphql(`
  subscription FlowCustomersChanged($after: EventCursor) {
    customersChanged(after: $after) {
      cursor
      customer {
        id
        name
        email
      }
    }
  }
`);

/** Keeps customer names on this screen current: the subscription updates the cache. */
function CustomerSubscription({ owners }: { owners: Owners }) {
  const client = useApolloClient();
  const { data } = useFragment({ fragment: CustomerSubscription_summary, from: { __typename: 'InteractionFlowSummary', owners } });
  useResumableSubscription(FlowCustomersChanged, {
    cursorOf: ({ customersChanged }) => customersChanged.cursor,
    from: data.eventCursor ?? null,
    onChange: () => undefined,
    onResync: () => void client.refetchQueries({ include: 'active' }).catch(() => undefined),
  });
  return null;
}

const CreateSampleFlowsDocument = graphql(`
  mutation CreateSampleFlows {
    createSampleFlows {
      ... on SampleFlows {
        flows {
          id
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Creates three sample flows; the lists update from change events. */
function CreateSampleFlows() {
  const [mutate, { loading }] = useMutation(CreateSampleFlowsDocument);
  const create = () => runMutation(mutate(), { done: 'Sample interaction flows created', failed: 'Failed to create sample flows' });
  return (
    <LoadingButton variant="contained" startIcon={<Sparkles size={18} aria-hidden />} loading={loading} onClick={create}>
      {loading ? 'Creating...' : 'Create Sample Flows'}
    </LoadingButton>
  );
}
