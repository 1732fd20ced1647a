import { Link } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { transcriptionsPath } from '#web/lib/paths.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { touchTarget } from '#web/ui/touch-target.ts';
import type { AnalyticsParams } from '../analytics-params.ts';
import { rangeWords } from '../range/range-words.ts';
import type { DrilldownTarget } from './drilldown-target.ts';

const RowsDialog = lazyWithPreload(() => import('../rows/RowsDialog.tsx').then((m) => m.RowsDialog));

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
  usePreloadWhenIdle(RowsDialog);
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
        {...preloadOnIntent(RowsDialog)}
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
      <LazyOverlay onError={close}>
        {open && <RowsDialog title={`${name} · ${rangeWords(asked.range)}`} behind={behind} asked={asked} onClose={close} />}
      </LazyOverlay>
    </>
  );
}
