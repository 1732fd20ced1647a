import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { KeyRound, UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { preloadOnIntent } from '#web/lib/lazy-with-preload.ts';
import { PATHS } from '#web/lib/paths.ts';

type UserMenuProps = {
  id: string;
  anchor: HTMLElement | null;
  /** Preloads the account dialog. */
  accountIntent: ReturnType<typeof preloadOnIntent>;
  onAccount: () => void;
  onClose: () => void;
};

/** The menu of the signed-in user's personal settings. */
export function UserMenu({ id, anchor, accountIntent, onAccount, onClose }: UserMenuProps) {
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    >
      <MenuItem {...accountIntent} onClick={onAccount}>
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
