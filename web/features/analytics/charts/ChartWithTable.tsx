import { Box, Button, Skeleton, Typography } from '@mui/material';
import { ChartColumn, Table as TableIcon } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { dateFormat } from '#web/lib/format/formats.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import type { Tone } from '#web/theme/theme.ts';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';

// The chart library is larger than the rest of the screen: it loads when there is something to draw.
export const StageBars = lazyWithPreload(() => import('./BarCharts.tsx').then((m) => m.StageBars));
export const WeekBars = lazyWithPreload(() => import('./BarCharts.tsx').then((m) => m.WeekBars));

const CHART_FAILED = (
  <Typography variant="body2" sx={{ color: 'text.secondary' }}>
    Couldn’t load the chart. The table has the numbers.
  </Typography>
);

type ChartWithTableProps = {
  /** What the chart shows. */
  label: string;
  caption?: ReactNode;
  /** The minimum height in pixels; grows with the available room. */
  height: number;
  columns: readonly string[];
  rows: ReadonlyArray<readonly string[]>;
  /** Shown instead of the chart when there is no data. */
  nothing?: string | false;
  /** Content on the left of the chart, of the same height. */
  beside?: ReactNode;
  children: ReactNode;
};

/** A chart that can be shown as a table of the same size. */
export function ChartWithTable({ label, caption, height, columns, rows, nothing, beside, children }: ChartWithTableProps) {
  const [asTable, setAsTable] = useState(false);
  const Icon = asTable ? ChartColumn : TableIcon;
  return (
    <Box component="figure" aria-label={label} sx={{ display: 'flex', flexDirection: 'column', flex: 1, m: 0, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, minHeight: 40, py: 0.5 }}>
        <Box component="figcaption" sx={{ typography: 'body2', color: 'text.secondary', minWidth: 0 }}>
          {caption ?? label}
        </Box>
        <Button
          size="small"
          variant="text"
          color="inherit"
          startIcon={<Icon size={14} aria-hidden />}
          aria-label={`${label} as a ${asTable ? 'chart' : 'table'}`}
          onClick={() => setAsTable(!asTable)}
          sx={{ flexShrink: 0, color: 'text.secondary' }}
        >
          {asTable ? 'Chart' : 'Table'}
        </Button>
      </Box>
      {asTable ? (
        <NumberTable label={label} height={height} columns={columns} rows={rows} />
      ) : (
        <Box sx={{ display: 'flex', flex: 1, gap: 2, minHeight: height }}>
          {beside}
          {nothing ? (
            <Box sx={{ flex: 1, display: 'grid', placeItems: 'center', textAlign: 'center', color: 'text.secondary' }}>{nothing}</Box>
          ) : (
            <Box
              role="img"
              aria-label={`${label}, chart. The table has the numbers.`}
              sx={{ position: 'relative', flex: 1, minWidth: 0, overflow: 'hidden', ...untouched }}
            >
              <Box sx={{ position: 'absolute', inset: 0 }}>
                <ErrorBoundary fallback={() => CHART_FAILED}>
                  <Suspense fallback={<Skeleton height="100%" />}>{children}</Suspense>
                </ErrorBoundary>
              </Box>
            </Box>
          )}
        </Box>
      )}
    </Box>
  );
}

// A tap puts the focus on a part of the picture, which the keyboard cannot reach: nothing there to be ringed.
const untouched = { '& :focus': { outline: 'none' } } as const;

const cell = { px: 1, py: 0.75, textAlign: 'right' } as const;
const name = { ...cell, pl: 0, textAlign: 'left' } as const;

function NumberTable({ label, height, columns, rows }: Pick<ChartWithTableProps, 'label' | 'height' | 'columns' | 'rows'>) {
  return (
    <Box role="region" aria-label={`Table: ${label}`} tabIndex={0} sx={{ flex: '1 0 0px', height: 0, minHeight: height, overflow: 'auto' }}>
      <Box component="table" className="tabular" sx={{ width: '100%', borderCollapse: 'collapse', typography: 'body2' }}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <Box
                component="th"
                scope="col"
                key={column}
                sx={{ ...(index === 0 ? name : cell), fontWeight: 500, color: 'text.secondary' }}
              >
                {column}
              </Box>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...others]) => (
            <Box component="tr" key={first} sx={{ borderTop: '1px solid', borderColor: 'divider' }}>
              <Box component="th" scope="row" sx={{ ...name, fontWeight: 400 }}>
                {first}
              </Box>
              {others.map((value, index) => (
                <Box component="td" key={columns[index + 1]} sx={cell}>
                  {value}
                </Box>
              ))}
            </Box>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** One part of every bar. */
export type Series = { name: string; tone: Tone /** The lighter of two parts in one hue. */; faint?: boolean };

/** A bar: its week, and how much each part of it is. */
export type WeekRow = { label: string; values: readonly number[] };

const days = dateFormat({ month: 'short', day: 'numeric', timeZone: 'UTC' });

/** The label of a week: the date of its Monday, such as Nov 16. */
export const weekLabel = (day: string): string => days.format(new Date(`${day}T00:00:00.000Z`));
