import { Box, Typography } from '@mui/material';

export type TotpSetup = { uri: string; secret: string; qrCode: string };

/** A QR code for the app, and the secret for typing. */
export function AuthenticatorSetup({ setup: { qrCode, secret } }: { setup: TotpSetup }) {
  return (
    <Box sx={{ display: 'grid', gap: 1.5, justifyItems: 'center' }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        Scan this code with an authenticator app, then enter the six digits that the app shows.
      </Typography>
      <Box
        component="img"
        src={qrCode}
        alt="QR code for the authenticator app"
        sx={{ width: 180, height: 180, bgcolor: '#fff', borderRadius: '8px' }}
      />
      <Typography variant="caption" sx={{ overflowWrap: 'anywhere', textAlign: 'center', color: 'text.secondary' }}>
        Or type this key: <code>{secret}</code>
      </Typography>
    </Box>
  );
}
