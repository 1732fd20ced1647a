import { ListItemIcon, Menu, MenuItem } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { SCHEMES } from './schemes.ts';

type SchemeMenuProps = { id: string; anchor: HTMLElement | null; onClose: () => void };

/** The three looks to choose from. */
export function ThemeMenu({ id, anchor, onClose }: SchemeMenuProps) {
  const { mode = 'system', setMode } = useColorScheme();
  return (
    <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={onClose}>
      {SCHEMES.map(({ mode: each, label, icon: Icon }) => (
        <MenuItem
          key={each}
          role="menuitemradio"
          aria-checked={each === mode}
          selected={each === mode}
          onClick={() => {
            setMode(each);
            onClose();
          }}
        >
          <ListItemIcon>
            <Icon size={16} aria-hidden />
          </ListItemIcon>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}
