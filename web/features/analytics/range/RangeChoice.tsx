import { MenuItem, Select } from '@mui/material';
import { useState } from 'react';
import { ANALYTICS_PERIODS, type AnalyticsRange, PERIOD_LABELS } from '#contract/analytics.ts';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { rangeLabel } from '../analytics-params.ts';

const CustomRangeDialog = lazyWithPreload(() => import('./CustomRangeDialog.tsx').then((m) => m.CustomRangeDialog));

const CUSTOM = 'custom';

type RangeChoiceProps = { range: AnalyticsRange; onChoose: (range: AnalyticsRange) => void };

/** Which time the numbers are of. */
export function RangeChoice({ range, onChoose }: RangeChoiceProps) {
  const [asking, setAsking] = useState(false);
  const stop = () => setAsking(false);
  usePreloadWhenIdle(CustomRangeDialog);
  const choose = (value: string) => {
    const period = ANALYTICS_PERIODS.find((each) => each === value);
    if (period) onChoose({ period });
  };
  return (
    <>
      <Select
        size="small"
        value={'period' in range ? range.period : CUSTOM}
        onChange={(event) => choose(event.target.value)}
        renderValue={() => rangeLabel(range)}
        SelectDisplayProps={{ 'aria-label': `Date range: ${rangeLabel(range)}` }}
        sx={{ minWidth: 168, maxWidth: '100%' }}
      >
        {ANALYTICS_PERIODS.map((period) => (
          <MenuItem key={period} value={period}>
            {PERIOD_LABELS[period]}
          </MenuItem>
        ))}
        {/* Selecting it again reopens the dialog. */}
        <MenuItem value={CUSTOM} onClick={() => setAsking(true)}>
          Custom…
        </MenuItem>
      </Select>
      <LazyOverlay onError={stop}>{asking && <CustomRangeDialog range={range} onChoose={onChoose} onClose={stop} />}</LazyOverlay>
    </>
  );
}
