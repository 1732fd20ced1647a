import { Box } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { Bar, BarChart, CartesianGrid, Cell, ReferenceDot, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { LeadStage } from '#contract/lead.ts';
import type { Hue } from '#web/theme/theme.ts';
import type { Series, WeekRow } from './ChartWithTable.tsx';

/** Used until the chart is measured. */
const START = { width: 480, height: 200 };

/** From 0 to the maximum, at least 1. */
const UPWARDS: [number, (most: number) => number] = [0, (most) => Math.max(1, most)];

/** Makes the smallest bars visible. */
const sliver = (count: unknown) => (count === 0 ? 0 : 2);

type StageBarsProps = { stages: ReadonlyArray<{ stage: LeadStage; count: number }> };

/** A bar for each stage, in its color, as high as its row in the list next to it. */
export function StageBars({ stages }: StageBarsProps) {
  const { palette } = useTheme().vars;
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={START}>
      <BarChart data={[...stages]} layout="vertical" margin={{ top: 0, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
        <XAxis type="number" hide domain={UPWARDS} />
        <YAxis type="category" dataKey="stage" hide />
        <Bar dataKey="count" barSize={14} radius={4} minPointSize={sliver} isAnimationActive={false}>
          {stages.map(({ stage }) => (
            <Cell key={stage} fill={palette.stage[stage].main} />
          ))}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

type WeekBarsProps = {
  weeks: readonly WeekRow[];
  series: readonly Series[];
  format: (value: number) => string;
};

/** A stacked bar for each week; the highest one is labeled. */
export function WeekBars({ weeks, series, format }: WeekBarsProps) {
  const { palette } = useTheme().vars;
  const ink = { fill: palette.text.secondary, fontSize: 12 };
  const colourOf = ({ tone, faint }: Series) => {
    const hue: Hue = palette.tone[tone];
    return { fill: hue.main, fillOpacity: faint ? 0.3 : 1 };
  };
  const peak = highest(weeks);
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={START}>
      <BarChart data={[...weeks]} margin={{ top: 20, right: 12, bottom: 0, left: 12 }} accessibilityLayer={false}>
        <CartesianGrid vertical={false} stroke={palette.divider} />
        <XAxis
          dataKey="label"
          tickLine={false}
          axisLine={{ stroke: palette.hairline }}
          tick={ink}
          interval="equidistantPreserveStart"
          minTickGap={12}
        />
        <YAxis hide domain={UPWARDS} />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: palette.surface.hover }}
          content={({ active, payload }) => (
            <ChartTooltip week={active ? weekOf(payload[0]?.payload, weeks) : null} series={series} format={format} />
          )}
        />
        {series.map((each, index) => (
          <Bar
            key={each.name}
            dataKey={(week: WeekRow) => week.values[index]}
            stackId="week"
            maxBarSize={28}
            isAnimationActive={false}
            {...colourOf(each)}
          />
        ))}
        {peak && (
          <ReferenceDot
            x={peak.label}
            y={sumOf(peak)}
            r={0}
            label={{
              value: format(sumOf(peak)),
              position: 'top',
              fill: palette.text.primary,
              fontSize: 12,
              fontWeight: 500,
              ...inward(format(sumOf(peak)), weeks.indexOf(peak), weeks.length),
            }}
          />
        )}
      </BarChart>
    </ResponsiveContainer>
  );
}

/** Pixels from the middle of the first or last bar to the start of its label, and how many characters fit without that. */
const BESIDE = 18;
const SHORT = 5;

/** A long label over the first or last bar runs inwards, so that the picture's edge does not cut it. */
function inward(label: string, index: number, bars: number) {
  if (label.length > SHORT && index === 0) return { textAnchor: 'start', dx: -BESIDE } as const;
  if (label.length > SHORT && index === bars - 1) return { textAnchor: 'end', dx: BESIDE } as const;
  return { textAnchor: 'middle' } as const;
}

const sumOf = (week: WeekRow | null): number => week?.values.reduce((sum, value) => sum + value, 0) ?? 0;

const highest = (weeks: readonly WeekRow[]): WeekRow | null =>
  weeks.reduce<WeekRow | null>((best, week) => (sumOf(week) > sumOf(best) ? week : best), null);

/** The week of a chart element; recharts passes it without a type. */
function weekOf(drawn: unknown, weeks: readonly WeekRow[]): WeekRow | null {
  const given: unknown = typeof drawn === 'object' && drawn !== null && 'payload' in drawn ? drawn.payload : drawn;
  return weeks.find((week) => week === given) ?? null;
}

type ChartTooltipProps = { week: WeekRow | null; series: readonly Series[]; format: (value: number) => string };

/** The values of a week, in a tooltip. */
export function ChartTooltip({ week, series, format }: ChartTooltipProps) {
  if (!week) return null;
  return (
    <Box
      sx={(theme) => ({
        px: 1.5,
        py: 1,
        borderRadius: '8px',
        typography: 'caption',
        bgcolor: theme.vars.palette.background.paper,
        border: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: 'var(--cb-floating)',
      })}
    >
      <Box sx={{ fontWeight: 600 }}>Week of {week.label}</Box>
      {series.map(({ name }, index) => (
        <Box key={name} className="tabular" sx={{ color: 'text.secondary' }}>
          {name}: {format(week.values[index] ?? 0)}
        </Box>
      ))}
    </Box>
  );
}
