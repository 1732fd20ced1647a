import { ANALYTICS_PERIODS, type AnalyticsRange, isCustomRange } from '#contract/analytics.ts';
import { userTimeZone } from '#web/lib/format/time.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';
import { useOwners } from '#web/lib/use-owners.ts';
import { OwnersSwitch } from '#web/ui/fields/OwnersSwitch.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { AnalyticsSkeleton } from './AnalyticsSkeleton.tsx';
import { Dashboard } from './Dashboard.tsx';
import { RangeChoice } from './range/RangeChoice.tsx';
import { useAnalytics } from './use-analytics.ts';

/** The Analytics & Insights screen: statistics of leads, orders, calls and assistant responses. */
export function Analytics() {
  const { range, choose } = useRange();
  const choice = useOwners('lead', 'customer', 'transcription', 'order', 'aiResponse');
  const { analytics, params, stale, error, retry } = useAnalytics({ range, timeZone: userTimeZone(), owners: choice.owners });
  return (
    <PageLayout
      title="Analytics &amp; Insights"
      hint="Leads, orders, calls and AI usage"
      actions={
        <>
          <OwnersSwitch {...choice} />
          <RangeChoice range={range} onChoose={choose} />
        </>
      }
    >
      {error && <ErrorPanel error={error} onRetry={retry} />}
      {!error && !analytics && <AnalyticsSkeleton compared={!('period' in range && range.period === 'all_time')} />}
      {!error && analytics && <Dashboard analytics={analytics} params={params} stale={stale} />}
    </PageLayout>
  );
}

/** The range in a URL: `this_month`, or `2026-11-01..2026-11-20`; all time if it is neither. */
export function readRange(text: string | null): AnalyticsRange {
  const [from = '', to = ''] = text?.split('..') ?? [];
  if (isCustomRange({ from, to })) return { from, to };
  return { period: ANALYTICS_PERIODS.find((period) => period === text) ?? 'all_time' };
}

const formatRange = (range: AnalyticsRange): string => ('period' in range ? range.period : `${range.from}..${range.to}`);

/** The selected range, kept in the URL. */
export function useRange() {
  const { get, set } = useFilterParam<'range'>();
  const choose = (range: AnalyticsRange) => {
    const text = formatRange(range);
    set('range', text === 'all_time' ? null : text, { push: true });
  };
  return { range: readRange(get('range')), choose };
}
