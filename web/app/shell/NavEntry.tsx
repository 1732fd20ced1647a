import { Box, ButtonBase, Tooltip } from '@mui/material';
import { NavLink } from 'react-router-dom';
import { preloadOnIntent } from '#web/lib/lazy-with-preload.ts';
import { PATHS } from '#web/lib/paths.ts';
import type { Screen } from '../screens.ts';

/** One entry of the navigation; the code of its screen loads on hover and focus. */
export function NavEntry({ screen, compact }: { screen: Screen; compact: boolean }) {
  const { path, label, icon: Icon } = screen;
  const entry = (
    <ButtonBase
      component={NavLink}
      to={path}
      end={path === PATHS.responseCenter}
      aria-label={compact ? label : undefined}
      {...preloadOnIntent(screen.Screen)}
      sx={(theme) => ({
        display: 'flex',
        justifyContent: compact ? 'center' : 'flex-start',
        gap: 1.25,
        width: '100%',
        height: { xs: 40, md: 36 },
        px: compact ? 0 : 1.25,
        borderRadius: 1,
        typography: 'body1',
        fontWeight: 500,
        color: 'text.secondary',
        transition: theme.transitions.create(['background-color', 'color'], { duration: 120 }),
        '&:hover': { bgcolor: theme.vars.palette.surface.hover, color: 'text.primary' },
        '&[aria-current=page]': {
          bgcolor: theme.vars.palette.surface.selected,
          color: theme.vars.palette.tone.brand.ink,
        },
        '&:focus-visible': { outlineOffset: -2 },
      })}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      {!compact && (
        <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
          {label}
        </Box>
      )}
    </ButtonBase>
  );
  return compact ? (
    <Tooltip title={label} placement="right">
      {entry}
    </Tooltip>
  ) : (
    entry
  );
}
