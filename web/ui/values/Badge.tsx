import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import type { LeadStage } from '#contract/lead.ts';
import type { Tone } from '#web/theme/theme.ts';

type BadgeProps = {
  children: ReactNode /** The hue of a pipeline stage; wins over `tone`. */;
  stage?: LeadStage;
  tone?: Tone;
  icon?: ReactNode;
};

/** A few quiet words on a tinted ground: a type, a state, a count. */
export function Badge({ children, stage, tone = 'neutral', icon }: BadgeProps) {
  return (
    <Box
      component="span"
      sx={(theme) => {
        const hue = stage ? theme.vars.palette.stage[stage] : theme.vars.palette.tone[tone];
        return {
          display: 'inline-flex',
          alignItems: 'center',
          gap: 0.5,
          maxWidth: '100%',
          minHeight: 20,
          px: 0.75,
          borderRadius: '6px',
          fontSize: 12,
          fontWeight: 500,
          lineHeight: '20px',
          fontVariantNumeric: 'tabular-nums',
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          color: hue.ink,
          bgcolor: hue.surface,
        };
      }}
    >
      {icon}
      {children}
    </Box>
  );
}
