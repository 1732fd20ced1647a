import { Box, Typography } from '@mui/material';

/** How to look around in the demo world. */
export function DemoHint() {
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary', textAlign: 'center', maxWidth: 400 }}>
      This is a demo with invented people. Sign in as{' '}
      <Box component="code" sx={code}>
        demo
      </Box>{' '}
      with the password{' '}
      <Box component="code" sx={code}>
        callboard
      </Box>
      .
    </Typography>
  );
}

const code = {
  px: 0.75,
  py: 0.25,
  borderRadius: '5px',
  border: '1px solid',
  borderColor: 'divider',
  bgcolor: 'background.paper',
  color: 'text.primary',
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: 12,
} as const;
