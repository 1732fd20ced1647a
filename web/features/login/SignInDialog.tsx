import { Box, Button, Dialog, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { LoginForm } from './LoginForm.tsx';
import { OtherWays } from './OtherWays.tsx';

type SignInDialogProps = {
  /** Who was signed in. */
  username: string;
  oidc: boolean;
  onSignedIn: () => void;
  /** Gives the page up for the login screen. */
  onLeave: () => void;
};

/** Signs a person in again over the page they were on, which is kept but cannot be read meanwhile. */
export function SignInDialog({ username, oidc, onSignedIn, onLeave }: SignInDialogProps) {
  const titleId = useId();
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={titleId} slotProps={{ backdrop: { sx: { backdropFilter: 'blur(12px)' } } }}>
      <DialogTitle id={titleId}>Sign in to continue</DialogTitle>
      <DialogContent>
        <Typography sx={{ color: 'text.secondary', mb: 2 }}>Your session has ended. What you typed is still here.</Typography>
        <LoginForm mode="signIn" username={username} onSignedIn={onSignedIn} />
        <OtherWays oidc={oidc} onSignedIn={onSignedIn} />
        <Box sx={{ display: 'grid', mt: 1.5 }}>
          <Button variant="text" size="small" sx={{ minHeight: 40 }} onClick={onLeave}>
            Leave this page
          </Button>
        </Box>
      </DialogContent>
    </Dialog>
  );
}
