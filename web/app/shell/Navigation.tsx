import { Box, ButtonBase, Typography } from '@mui/material';
import { NavLink } from 'react-router-dom';
import { preloadOnIntent } from '#web/lib/lazy-with-preload.ts';
import { PATHS } from '#web/lib/paths.ts';
import { Permitted, useWorkspace } from '#web/session/session.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { SCREENS, type Screen } from '../screens.ts';

/** The way to every screen that is there for the viewer, in the specified order. */
export function Navigation({ compact = false, onNavigate }: { compact?: boolean; onNavigate?: () => void }) {
  return (
    <Box component="nav" aria-label="Main" sx={{ flex: 1, overflowY: 'auto', px: 1, py: 0.5 }}>
      <Box component="ul" sx={{ display: 'grid', gap: '2px', listStyle: 'none', m: 0, p: 0 }}>
        {SCREENS.map((screen) => (
          <Permitted key={screen.path} to={screen.permissions}>
            <li>
              <NavEntry screen={screen} compact={compact} onNavigate={onNavigate} />
            </li>
          </Permitted>
        ))}
      </Box>
    </Box>
  );
}

/** The product's name at the top of the sidebar; only the logo if there is no room. */
export function Brand({ compact }: { compact: boolean }) {
  const { companyName, logoUrl } = useWorkspace();
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, height: 64, px: compact ? 2.25 : 2, flexShrink: 0 }}>
      <Logo size={28} image={logoUrl} />
      {!compact && (
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em', lineHeight: '18px' }}>Callboard</Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
            {logoUrl ? companyName : 'Sales CRM with AI'}
          </Typography>
        </Box>
      )}
    </Box>
  );
}

/** One entry of the navigation; the code of its screen loads on hover and focus. */
export function NavEntry({ screen, compact, onNavigate }: { screen: Screen; compact: boolean; onNavigate?: () => void }) {
  const { path, label, icon: Icon } = screen;
  const entry = (
    <ButtonBase
      component={NavLink}
      to={path}
      end={path === PATHS.responseCenter}
      onClick={onNavigate}
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
