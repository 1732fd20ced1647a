import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { KeyRound, UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ahead } from '#web/lib/ahead.ts';
import { PATHS } from '#web/lib/paths.ts';

type PersonMenuProps = {
  id: string;
  anchor: HTMLElement | null;
  /** What fetches the account’s dialog ahead. */
  aheadOfAccount: ReturnType<typeof ahead>;
  onAccount: () => void;
  onClose: () => void;
};

/** What is the signed-in person's alone. */
export function UserMenu({ id, anchor, aheadOfAccount, onAccount, onClose }: PersonMenuProps) {
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    >
      <MenuItem {...aheadOfAccount} onClick={onAccount}>
        <ListItemIcon>
          <UserRound size={18} aria-hidden />
        </ListItemIcon>
        <ListItemText>Your account</ListItemText>
      </MenuItem>
      <MenuItem component={Link} to={PATHS.tokens} onClick={onClose}>
        <ListItemIcon>
          <KeyRound size={18} aria-hidden />
        </ListItemIcon>
        <ListItemText>API tokens</ListItemText>
      </MenuItem>
    </Menu>
  );
}
