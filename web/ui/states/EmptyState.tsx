import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

type EmptyStateProps = { title: ReactNode; hint?: ReactNode; action?: ReactNode; icon?: ReactNode };

/** The message of an empty list. */
export function EmptyState({ title, hint, action, icon }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', textAlign: 'center', px: 3, py: 6 }}>
      {icon && (
        <Box
          aria-hidden
          sx={(theme) => ({
            display: 'grid',
            placeItems: 'center',
            width: 40,
            height: 40,
            mb: 2,
            borderRadius: `${theme.vars.shape.borderRadius}`,
            border: `1px solid ${theme.vars.palette.divider}`,
            color: 'text.secondary',
            bgcolor: theme.vars.palette.surface.raised,
          })}
        >
          {icon}
        </Box>
      )}
      <Typography component="div" variant="h3">
        {title}
      </Typography>
      {hint && <Typography sx={{ color: 'text.secondary', mt: 0.5, maxWidth: 420, textWrap: 'balance' }}>{hint}</Typography>}
      {action && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Box>
  );
}
