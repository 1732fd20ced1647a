import { Link } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { ahead } from '#web/lib/ahead.ts';
import { transcriptionsPath } from '#web/lib/paths.ts';
import { Fetched } from '#web/ui/on-demand/Fetched.tsx';
import { touchTarget } from '#web/ui/touch-target.ts';
import type { AnalyticsParams } from '../analytics-params.ts';
import { rangeWords } from '../range/range-words.ts';
import { rowsDialog } from '../rows/rows-dialog.ts';
import type { DrilldownTarget } from './drilldown-target.ts';

type NumberLinkProps = { name: string; text: string; behind: DrilldownTarget; asked: AnalyticsParams };

const look = {
  ...touchTarget,
  font: 'inherit',
  letterSpacing: 'inherit',
  textAlign: 'inherit',
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
} as const;

/** The list screen that shows just these rows, where there is one. */
const listOf = (behind: DrilldownTarget, { range }: AnalyticsParams): string | null =>
  behind.of === 'calls' && !behind.sentiment && 'period' in range && range.period === 'all_time'
    ? transcriptionsPath(behind.type ?? null)
    : null;

/** A number that opens the rows it was counted from. */
export function DrilldownLink({ name, text, behind, asked }: NumberLinkProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const list = listOf(behind, asked);
  const label = `${name}: ${text}`;
  if (list) {
    return (
      <Link component={RouterLink} to={list} color="inherit" aria-label={label} sx={look}>
        {text}
      </Link>
    );
  }
  return (
    <>
      <Link
        {...ahead(rowsDialog)}
        component="button"
        type="button"
        color="inherit"
        aria-haspopup="dialog"
        aria-label={label}
        onClick={() => setOpen(true)}
        sx={look}
      >
        {text}
      </Link>
      {open && (
        <Fetched code={rowsDialog} onClose={close}>
          {(RowsDialog) => <RowsDialog title={`${name} · ${rangeWords(asked.range)}`} behind={behind} asked={asked} onClose={close} />}
        </Fetched>
      )}
    </>
  );
}
