import { Box, Typography } from '@mui/material';

export function CoachingLoading() {
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: 320 }}>
      <Typography sx={{ color: 'text.secondary' }}>Loading coaching data...</Typography>
    </Box>
  );
}
