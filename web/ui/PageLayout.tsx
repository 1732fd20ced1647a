import { Box, Typography } from '@mui/material';
import { type ReactNode, useEffect } from 'react';

type PageFrameProps = { title: string; hint?: ReactNode; actions?: ReactNode; children?: ReactNode };

/** The layout of every screen: title, a line of description, actions on the right, then the content. */
export function PageLayout({ title, hint, actions, children }: PageFrameProps) {
  useEffect(() => {
    document.title = `${title} · Callboard`;
  }, [title]);
  return (
    <Box sx={{ maxWidth: 1440, mx: 'auto', px: { xs: 2, sm: 3 }, py: 3 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 2, mb: 3 }}>
        <Box sx={{ flex: '1 1 240px', minWidth: 0 }}>
          <Typography variant="h1">{title}</Typography>
          {hint && <Typography sx={{ color: 'text.secondary', mt: 0.5 }}>{hint}</Typography>}
        </Box>
        {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{actions}</Box>}
      </Box>
      {children}
    </Box>
  );
}
