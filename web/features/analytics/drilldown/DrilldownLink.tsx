import { Link } from '@mui/material';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { transcriptionsPath } from '#web/lib/paths.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { touchTarget } from '#web/ui/styles.ts';
import { type AnalyticsParams, type DrilldownTarget, rangeLabel } from '../analytics-params.ts';

const RowsDialog = lazyWithPreload(() => import('./RowsDialog.tsx').then((m) => m.RowsDialog));

type DrilldownLinkProps = { name: string; text: string; target: DrilldownTarget; params: AnalyticsParams };

const look = {
  ...touchTarget,
  font: 'inherit',
  letterSpacing: 'inherit',
  textAlign: 'inherit',
  verticalAlign: 'top',
  overflowWrap: 'anywhere',
  fontVariantNumeric: 'tabular-nums',
} as const;

/** The URL of the list screen that shows just these rows, if there is one. */
const listOf = (target: DrilldownTarget, { range }: AnalyticsParams): string | null =>
  target.of === 'calls' && !target.sentiment && 'period' in range && range.period === 'all_time'
    ? transcriptionsPath(target.type ?? null)
    : null;

/** A number that opens the rows it was counted from. */
export function DrilldownLink({ name, text, target, params }: DrilldownLinkProps) {
  const [open, setOpen] = useState(false);
  usePreloadWhenIdle(RowsDialog);
  const close = () => setOpen(false);
  const list = listOf(target, params);
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
        {open && <RowsDialog title={`${name} · ${rangeLabel(params.range)}`} target={target} params={params} onClose={close} />}
      </LazyOverlay>
    </>
  );
}
