import { IconButton } from '@mui/material';
import { useColorScheme } from '@mui/material/styles';
import { useId, useState } from 'react';
import { lazyWithPreload, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { SCHEMES } from './schemes.ts';

const ThemeMenu = lazyWithPreload(() => import('./ThemeMenu.tsx').then((m) => m.ThemeMenu));

/** Light, dark, or whatever the machine prefers; remembered on this machine. */
export function ThemeToggle() {
  const { mode = 'system' } = useColorScheme();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  usePreloadWhenIdle(ThemeMenu);
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
      <LazyOverlay open={anchor !== null} onError={() => setAnchor(null)}>
        <ThemeMenu id={id} anchor={anchor} onClose={() => setAnchor(null)} />
      </LazyOverlay>
    </>
  );
}
