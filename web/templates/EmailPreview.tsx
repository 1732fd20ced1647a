import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

type EmailPreviewProps = { label: string /** Absent while there is no email yet. */; subject: ReactNode; body: ReactNode };

/** A preview of an email: the subject, a line, the body. */
export function EmailPreview({ label, subject, body }: EmailPreviewProps) {
  return (
    <Box
      component="section"
      aria-label={label}
      sx={(theme) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        borderRadius: '10px',
        bgcolor: theme.vars.palette.surface.raised,
        overflowWrap: 'anywhere',
        minWidth: 0,
      })}
    >
      {subject && (
        <Typography component="p" dir="auto" sx={{ fontWeight: 600, px: 2, py: 1.5, borderBottom: '1px solid', borderColor: 'divider' }}>
          {subject}
        </Typography>
      )}
      <Box dir="auto" sx={{ px: 2, py: 1.5, whiteSpace: 'pre-wrap', lineHeight: '22px' }}>
        {body}
      </Box>
    </Box>
  );
}
