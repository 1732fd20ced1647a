import { useSearchParams } from 'react-router-dom';
import { ANALYTICS_PERIODS, type AnalyticsRange, isCustomRange } from '#contract/analytics.ts';

/** The range an address names: `this_month`, or `2026-11-01..2026-11-20`; all time where it makes no sense. */
export function readRange(text: string | null): AnalyticsRange {
  const [from = '', to = ''] = text?.split('..') ?? [];
  if (isCustomRange({ from, to })) return { from, to };
  return { period: ANALYTICS_PERIODS.find((period) => period === text) ?? 'all_time' };
}

const written = (range: AnalyticsRange): string => ('period' in range ? range.period : `${range.from}..${range.to}`);

/** Which range is shown; it stands in the address. */
export function useRange() {
  const [address, setAddress] = useSearchParams();
  const choose = (range: AnalyticsRange) =>
    setAddress((before) => {
      const next = new URLSearchParams(before);
      if (written(range) === 'all_time') next.delete('range');
      else next.set('range', written(range));
      return next;
    });
  return { range: readRange(address.get('range')), choose };
}
