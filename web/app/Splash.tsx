import { Box, CircularProgress, Typography } from '@mui/material';

/** While it is being found out who is here. */
export function Splash() {
  return (
    <Box
      component="main"
      role="status"
      sx={{ display: 'grid', placeContent: 'center', justifyItems: 'center', gap: 2, minHeight: '100dvh' }}
    >
      <CircularProgress size={28} thickness={4} aria-hidden />
      <Typography sx={{ color: 'text.secondary' }}>Loading...</Typography>
    </Box>
  );
}
