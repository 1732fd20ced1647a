import { IconButton, Tooltip } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { useId, useState } from 'react';
import { later } from '#web/lib/later.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { SCHEMES } from './schemes.ts';

const schemeMenu = later(() => import('./ThemeMenu.tsx').then((m) => m.ThemeMenu));

/** Light, dark, or whatever the machine prefers; remembered on this machine. */
export function ThemeToggle() {
  const { mode = 'system' } = useColorScheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const SchemeMenu = usePart(schemeMenu, anchor !== null, () => setAnchor(null));
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
      {SchemeMenu && <SchemeMenu id={id} anchor={anchor} onClose={() => setAnchor(null)} />}
    </>
  );
}
