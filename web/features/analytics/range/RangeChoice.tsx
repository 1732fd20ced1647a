import { MenuItem, Select } from '@mui/material';
import { useState } from 'react';
import { ANALYTICS_PERIODS, type AnalyticsRange, PERIOD_LABELS } from '#contract/analytics.ts';
import { later } from '#web/lib/later.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { rangeLabel } from '../analytics-params.ts';

const customRangeDialog = later(() => import('./CustomRangeDialog.tsx').then((m) => m.CustomRangeDialog));

const CUSTOM = 'custom';

type RangeChoiceProps = { range: AnalyticsRange; onChoose: (range: AnalyticsRange) => void };

/** Which time the numbers are of. */
export function RangeChoice({ range, onChoose }: RangeChoiceProps) {
  const [asking, setAsking] = useState(false);
  const stop = () => setAsking(false);
  const CustomRangeDialog = usePart(customRangeDialog, asking, stop);
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
        {/* Chosen once more, it asks again. */}
        <MenuItem value={CUSTOM} onClick={() => setAsking(true)}>
          Custom…
        </MenuItem>
      </Select>
      {asking && CustomRangeDialog && <CustomRangeDialog range={range} onChoose={onChoose} onClose={stop} />}
    </>
  );
}
