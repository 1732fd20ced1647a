import { Box, Paper, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import type { Tone } from '#web/theme/theme.ts';

type PanelProps = {
  title?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
  icon?: ReactNode;
  /** Colours the icon. */
  tone?: Tone;
  /** Content to the very edge, as tables and lists like it. */
  flush?: boolean;
  /** As high as its place; what it holds may grow into the room. */
  fill?: boolean;
  children?: ReactNode;
};

const column = { display: 'flex', flexDirection: 'column' } as const;

/** A card: hairline border, and where it has a title, a heading with an icon on its left and actions on its right. */
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
