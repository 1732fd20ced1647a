import { Box } from '@mui/material';
import { SCREENS } from '../screens.ts';
import { NavEntry } from './NavEntry.tsx';

/** The way to every screen, in the specified order. */
export function Navigation({ compact = false }: { compact?: boolean }) {
  return (
    <Box component="nav" aria-label="Main" sx={{ flex: 1, overflowY: 'auto', px: 1, py: 0.5 }}>
      <Box component="ul" sx={{ display: 'grid', gap: '2px', listStyle: 'none', m: 0, p: 0 }}>
        {SCREENS.map((screen) => (
          <li key={screen.path}>
            <NavEntry screen={screen} compact={compact} />
          </li>
        ))}
      </Box>
    </Box>
  );
}
