import { Box, ButtonBase, Typography } from '@mui/material';
import { ChevronsUpDown } from 'lucide-react';
import { useId, useState } from 'react';
import { lazyWithPreload, preloadOnIntent, usePreloadWhenIdle } from '#web/lib/lazy-with-preload.ts';
import { useViewer } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { Avatar } from '#web/ui/values/Avatar.tsx';

const UserMenu = lazyWithPreload(() => import('./UserMenu.tsx').then((m) => m.UserMenu));
const YourAccount = lazyWithPreload(() => import('#web/features/account/YourAccount.tsx').then((m) => m.YourAccount));

/** The signed-in user at the bottom of the sidebar, with a menu of personal settings. */
export function UserCard({ compact = false }: { compact?: boolean }) {
  const { displayName, jobTitle, profileImageUrl } = useViewer();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [account, setAccount] = useState(false);
  const menuId = useId();
  usePreloadWhenIdle(UserMenu, YourAccount);
  const openAccount = () => {
    setAnchor(null);
    setAccount(true);
  };
  const label = [displayName, jobTitle].filter(Boolean).join(', ');
  return (
    <Box sx={(theme) => ({ p: 1, borderTop: `1px solid ${theme.vars.palette.divider}` })}>
      <Tooltip title={compact ? label : ''} placement="right">
        <ButtonBase
          aria-label={compact ? label : undefined}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor ? menuId : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
          sx={(theme) => ({
            display: 'flex',
            justifyContent: compact ? 'center' : 'flex-start',
            gap: 1.25,
            width: '100%',
            minHeight: 40,
            px: compact ? 0 : 1,
            py: 0.5,
            borderRadius: 1,
            textAlign: 'left',
            '&:hover, &[aria-expanded=true]': { bgcolor: theme.vars.palette.surface.hover },
          })}
        >
          <Avatar name={displayName} image={profileImageUrl} size={32} />
          {!compact && (
            <>
              <Box sx={{ flex: 1, minWidth: 0 }}>
                <Typography noWrap variant="subtitle2">
                  {displayName}
                </Typography>
                <Typography noWrap variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
                  {jobTitle}
                </Typography>
              </Box>
              <Box aria-hidden sx={{ display: 'flex', color: 'text.secondary' }}>
                <ChevronsUpDown size={14} />
              </Box>
            </>
          )}
        </ButtonBase>
      </Tooltip>
      <LazyOverlay open={anchor !== null} onError={() => setAnchor(null)}>
        <UserMenu
          id={menuId}
          anchor={anchor}
          accountIntent={preloadOnIntent(YourAccount)}
          onAccount={openAccount}
          onClose={() => setAnchor(null)}
        />
      </LazyOverlay>
      <LazyOverlay onError={() => setAccount(false)}>{account && <YourAccount onClose={() => setAccount(false)} />}</LazyOverlay>
    </Box>
  );
}
