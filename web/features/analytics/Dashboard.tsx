import type { FragmentType } from '@apollo/client';
import { Box } from '@mui/material';
import { memo, Suspense } from 'react';
import type {
  AssistantUsage_AnalyticsFragment,
  Communication_AnalyticsFragment,
  CustomerSentiment_AnalyticsFragment,
  KeyFigures_AnalyticsFragment,
  ModelCosts_AnalyticsFragment,
  PipelineDistribution_AnalyticsFragment,
  ReplyQuality_AnalyticsFragment,
  SalesPerformance_AnalyticsFragment,
} from '#web/gql/graphql.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import type { AnalyticsParams } from './analytics-params.ts';
import { columns, stack } from './layout.ts';
import { AssistantUsage } from './sections/AssistantUsage.tsx';
import { Communication } from './sections/Communication.tsx';
import { CustomerSentiment } from './sections/CustomerSentiment.tsx';
import { KeyFigures } from './sections/KeyFigures.tsx';
import { ModelCosts } from './sections/ModelCosts.tsx';
import { PipelineDistribution } from './sections/PipelineDistribution.tsx';
import { RecentActivity } from './sections/RecentActivity.tsx';
import { SalesPerformance } from './sections/SalesPerformance.tsx';

// Below the fold, and on many servers there is nothing to show yet.
const ReplyQuality = lazyWithPreload(() => import('./sections/ReplyQuality.tsx').then((m) => m.ReplyQuality));

type DashboardProps = {
  analytics: FragmentType<KeyFigures_AnalyticsFragment> &
    FragmentType<PipelineDistribution_AnalyticsFragment> &
    FragmentType<CustomerSentiment_AnalyticsFragment> &
    FragmentType<SalesPerformance_AnalyticsFragment> &
    FragmentType<AssistantUsage_AnalyticsFragment> &
    FragmentType<ModelCosts_AnalyticsFragment> &
    FragmentType<ReplyQuality_AnalyticsFragment> &
    FragmentType<Communication_AnalyticsFragment>;
  params: AnalyticsParams;
  /** The numbers are of the previous range and cannot be opened. */
  stale: boolean;
};

/** All sections. Memoized: a changed URL alone does not re-render them. */
export const Dashboard = memo(function Dashboard({ analytics, params, stale }: DashboardProps) {
  return (
    <Box inert={stale} aria-busy={stale} sx={{ ...stack, opacity: stale ? 0.6 : 1, transition: 'opacity 140ms ease-out' }}>
      <KeyFigures analytics={analytics} params={params} />
      <Box sx={columns}>
        <PipelineDistribution analytics={analytics} params={params} />
        <CustomerSentiment analytics={analytics} params={params} />
        <SalesPerformance analytics={analytics} params={params} />
        <AssistantUsage analytics={analytics} params={params} />
      </Box>
      <Communication analytics={analytics} params={params} />
      <ErrorBoundary fallback={() => null}>
        <Suspense fallback={null}>
          <ReplyQuality analytics={analytics} />
        </Suspense>
      </ErrorBoundary>
      <ModelCosts analytics={analytics} />
      <RecentActivity owners={params.owners} />
    </Box>
  );
});
