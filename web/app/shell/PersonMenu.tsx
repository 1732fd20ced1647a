import { ListItemIcon, ListItemText, Menu, MenuItem } from '@mui/material';
import { KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import { PATHS } from '#web/lib/paths.ts';

type PersonMenuProps = { id: string; anchor: HTMLElement | null; onClose: () => void };

/** What is the signed-in person's alone. */
export function PersonMenu({ id, anchor, onClose }: PersonMenuProps) {
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={anchor !== null}
      onClose={onClose}
      anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
      transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
    >
      <MenuItem component={Link} to={PATHS.tokens} onClick={onClose}>
        <ListItemIcon>
          <KeyRound size={18} aria-hidden />
        </ListItemIcon>
        <ListItemText>API tokens</ListItemText>
      </MenuItem>
    </Menu>
  );
}
