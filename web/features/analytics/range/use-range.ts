import { ANALYTICS_PERIODS, type AnalyticsRange, isCustomRange } from '#contract/analytics.ts';
import { useFilterParam } from '#web/lib/use-filter-param.ts';

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
