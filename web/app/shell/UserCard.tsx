import { Box, ButtonBase, Tooltip, Typography } from '@mui/material';
import { ChevronsUpDown } from 'lucide-react';
import { useId, useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';
import { Avatar } from '#web/ui/values/Avatar.tsx';
import { useViewer } from '../session.tsx';

const personMenu = later(() => import('./UserMenu.tsx').then((m) => m.UserMenu));
const yourAccount = later(() => import('#web/features/account/YourAccount.tsx').then((m) => m.YourAccount));

/** Who is signed in, at the foot of the sidebar, with the menu of what is theirs alone. */
export function UserCard({ compact = false }: { compact?: boolean }) {
  const { displayName, jobTitle, profileImageUrl } = useViewer();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [account, setAccount] = useState(false);
  const menuId = useId();
  const PersonMenu = usePart(personMenu, anchor !== null, () => setAnchor(null));
  const YourAccount = usePart(yourAccount, account, () => setAccount(false));
  const openAccount = () => {
    setAnchor(null);
    setAccount(true);
  };
  const said = [displayName, jobTitle].filter(Boolean).join(', ');
  return (
    <Box sx={(theme) => ({ p: 1, borderTop: `1px solid ${theme.vars.palette.divider}` })}>
      <Tooltip title={compact ? said : ''} placement="right">
        <ButtonBase
          aria-label={compact ? said : undefined}
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
      {PersonMenu && (
        <PersonMenu
          id={menuId}
          anchor={anchor}
          aheadOfAccount={ahead(yourAccount)}
          onAccount={openAccount}
          onClose={() => setAnchor(null)}
        />
      )}
      {account && YourAccount && <YourAccount onClose={() => setAccount(false)} />}
    </Box>
  );
}
