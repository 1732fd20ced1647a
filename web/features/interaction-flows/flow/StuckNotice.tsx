import { Box } from '@mui/material';
import { Hourglass } from 'lucide-react';
import { durationWords, flowStageLabel } from '#contract/flow.ts';

type StuckNoticeProps = {
  stage: string;
  /** Milliseconds in the stage by now, and within which nine in ten leave it; null while too few have. */
  elapsed: number;
  usual: number | null;
};

/** Says that a flow has been in its stage longer than nine in ten were. */
export function StuckNotice({ stage, elapsed, usual }: StuckNoticeProps) {
  if (usual === null || elapsed <= usual) return null;
  return (
    <Box
      role="note"
      sx={(theme) => ({
        display: 'flex',
        gap: 1,
        px: 1.5,
        py: 1,
        borderRadius: `${theme.vars.shape.borderRadius}`,
        typography: 'body2',
        color: theme.vars.palette.tone.warning.ink,
        bgcolor: theme.vars.palette.tone.warning.surface,
      })}
    >
      <Hourglass size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
      <span>
        Stuck: in {flowStageLabel(stage)} for {durationWords(elapsed)}. Nine in ten flows move on within {durationWords(usual)}.
      </span>
    </Box>
  );
}
