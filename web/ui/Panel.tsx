import { Box, Paper, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import type { Tone } from '#web/theme/theme.ts';

type PanelProps = {
  title?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  icon?: ReactNode;
  /** The color of the icon. */
  tone?: Tone;
  /** Without padding, for tables and lists. */
  flush?: boolean;
  /** Fills the available height; its content may grow. */
  fill?: boolean;
  children?: ReactNode;
};

const column = { display: 'flex', flexDirection: 'column' } as const;

/** A card with a hairline border; with a title, it has a heading with an icon on the left and actions on the right. */
export function Panel({ title, hint, actions, icon, tone = 'neutral', flush, fill, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component={title ? 'section' : 'div'} aria-labelledby={title ? id : undefined} sx={{ minWidth: 0, ...(fill && column) }}>
      {(title || actions) && (
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1.5, p: 2, pb: flush ? 2 : 0 }}>
          {icon && (
            <Box aria-hidden sx={{ display: 'flex', pt: '3px', color: `tone.${tone}.main` }}>
              {icon}
            </Box>
          )}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Typography variant="h2" id={id}>
              {title}
            </Typography>
            {hint && (
              <Typography variant="body2" sx={{ color: 'text.secondary', mt: 0.25 }}>
                {hint}
              </Typography>
            )}
          </Box>
          {actions && <Box sx={{ display: 'flex', gap: 1, flexShrink: 0 }}>{actions}</Box>}
        </Box>
      )}
      {children && <Box sx={{ p: flush ? 0 : 2, ...(fill && { ...column, flex: 1 }) }}>{children}</Box>}
    </Paper>
  );
}
