import { Box, Typography } from '@mui/material';

/** Recovery codes, shown this once. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography variant="body2">
        Store these recovery codes safely. Each signs you in once without the app, and they are not shown again.
      </Typography>
      <Box
        component="ul"
        aria-label="Recovery codes"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 1.5,
          display: 'grid',
          gridTemplateColumns: { sm: '1fr 1fr' },
          gap: 0.5,
          bgcolor: 'action.hover',
          borderRadius: '8px',
        }}
      >
        {codes.map((code) => (
          <Typography key={code} component="li" variant="body2" sx={{ fontFamily: 'monospace' }}>
            {code}
          </Typography>
        ))}
      </Box>
    </Box>
  );
}
