import { IconButton, ListItemIcon, Menu, MenuItem, Tooltip } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useId, useState } from 'react';

const SCHEMES = [
  { mode: 'light', label: 'Light', icon: Sun },
  { mode: 'dark', label: 'Dark', icon: Moon },
  { mode: 'system', label: 'System', icon: Monitor },
] as const;

/** Light, dark, or whatever the machine prefers; remembered on this machine. */
export function SchemeSwitch() {
  const { mode = 'system', setMode } = useColorScheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  const current = SCHEMES.find((scheme) => scheme.mode === mode) ?? SCHEMES[2];

  return (
    <>
      <Tooltip title={`Theme: ${current.label}`}>
        <IconButton
          aria-label={`Theme: ${current.label}`}
          aria-haspopup="menu"
          aria-controls={anchor ? id : undefined}
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <current.icon size={18} strokeWidth={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {SCHEMES.map(({ mode: each, label, icon: Icon }) => (
          <MenuItem
            key={each}
            role="menuitemradio"
            aria-checked={each === mode}
            selected={each === mode}
            onClick={() => {
              setMode(each);
              setAnchor(null);
            }}
          >
            <ListItemIcon>
              <Icon size={16} aria-hidden />
            </ListItemIcon>
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
