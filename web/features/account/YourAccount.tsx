import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Divider } from '@mui/material';
import { useId } from 'react';
import { PasskeySection } from './PasskeySection.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { ProfileForm } from './ProfileForm.tsx';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SessionList } from './SessionList.tsx';

/** The account dialog: profile, password, second factor, passkeys and sessions. */
export function YourAccount({ onClose }: { onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Your account</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <ProfileForm />
        <Divider />
        <PasswordForm />
        <Divider />
        <SecondFactorSection />
        <Divider />
        <PasskeySection />
        <Divider />
        <SessionList />
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
