import { Box, Button, Typography } from '@mui/material';
import { Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Priority } from '#contract/call.ts';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { Permitted } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { PriorityChip } from '#web/ui/values/chips.tsx';
import { MoneyText } from '#web/ui/values/MoneyText.tsx';

const EditCallValues = lazyWithPreload(() => import('./EditCallValues.tsx').then((m) => m.EditCallValues));

type CallValuesProps = {
  id: string;
  callValue: string | null;
  priority: Priority;
  /** The version that is edited. */
  updatedAt: string;
  editing: boolean;
  onEdit: (edit: boolean) => void;
};

function LabeledValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box component="div" sx={{ minWidth: 96 }}>
      <Typography component="dt" variant="caption" sx={{ color: 'text.secondary' }}>
        {label}
      </Typography>
      <Box component="dd" sx={{ m: 0, typography: 'h3', minHeight: 20 }}>
        {children}
      </Box>
    </Box>
  );
}

const boxStyles = { p: 1.25, borderRadius: '8px', bgcolor: 'surface.raised' } as const;

/** The value and priority of a call, shown or edited. */
export function CallValues({ id, callValue, priority, updatedAt, editing, onEdit }: CallValuesProps) {
  const stop = () => onEdit(false);
  usePreloadWhenIdle(EditCallValues);
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);
  // The edit button takes the focus back, unless another control has it.
  useEffect(() => {
    if (wasEditing.current && !editing && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  const values = (
    <Box sx={{ ...boxStyles, display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box component="dl" sx={{ display: 'flex', flex: 1, gap: 2, m: 0 }}>
        <LabeledValue label="Call Value">
          <MoneyText value={callValue} withoutCents={callValue === null || callValue.endsWith('.00')} />
        </LabeledValue>
        <LabeledValue label="Priority">
          <PriorityChip priority={priority} />
        </LabeledValue>
      </Box>
      <Permitted to="transcription.change">
        <Button
          {...preloadOnIntent(EditCallValues)}
          ref={button}
          size="small"
          variant="text"
          color="inherit"
          onClick={() => onEdit(true)}
          startIcon={<Pencil size={14} aria-hidden />}
        >
          Edit Value
        </Button>
      </Permitted>
    </Box>
  );
  if (!editing) return values;
  return (
    <LazyOverlay onError={stop} fallback={values}>
      <Box sx={boxStyles}>
        <EditCallValues id={id} callValue={callValue} priority={priority} updatedAt={updatedAt} onDone={stop} />
      </Box>
    </LazyOverlay>
  );
}
