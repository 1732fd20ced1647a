import { userTimeZone } from '#web/lib/format/time-zone.ts';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { AnalyticsSkeleton } from './AnalyticsSkeleton.tsx';
import { Dashboard } from './Dashboard.tsx';
import { RangeChoice } from './range/RangeChoice.tsx';
import { useRange } from './range/use-range.ts';
import { useAnalytics } from './use-analytics.ts';

/** The Analytics & Insights screen: what leads, orders, calls and the assistant's answers add up to. */
export function Analytics() {
  const { range, choose } = useRange();
  const { analytics, params, stale, error, retry } = useAnalytics({ range, timeZone: userTimeZone() });
  return (
    <PageLayout
      title="Analytics &amp; Insights"
      hint="Leads, orders, calls and AI usage"
      actions={<RangeChoice range={range} onChoose={choose} />}
    >
      {error && <ErrorPanel error={error} onRetry={retry} />}
      {!error && !analytics && <AnalyticsSkeleton compared={!('period' in range && range.period === 'all_time')} />}
      {!error && analytics && <Dashboard analytics={analytics} params={params} stale={stale} />}
    </PageLayout>
  );
}
