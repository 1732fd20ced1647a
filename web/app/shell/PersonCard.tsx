import { Box, ButtonBase, ListItemIcon, ListItemText, Menu, MenuItem, Tooltip, Typography } from '@mui/material';
import { ChevronsUpDown, KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { PATHS } from '#web/lib/paths.ts';
import { Face } from '#web/ui/Face.tsx';
import { useViewer } from '../session.tsx';

/** Who is signed in, at the foot of the sidebar, with the menu of what is theirs alone. */
export function PersonCard({ compact = false }: { compact?: boolean }) {
  const { displayName, jobTitle, profileImageUrl } = useViewer();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const close = () => setAnchor(null);
  return (
    <Box sx={(theme) => ({ p: 1, borderTop: `1px solid ${theme.vars.palette.divider}` })}>
      <Tooltip title={compact ? `${displayName}, ${jobTitle}` : ''} placement="right">
        <ButtonBase
          aria-label={compact ? `${displayName}, ${jobTitle}` : undefined}
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
          <Face name={displayName} image={profileImageUrl} size={32} />
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
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
        transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      >
        <MenuItem component={Link} to={PATHS.tokens} onClick={close}>
          <ListItemIcon>
            <KeyRound size={18} aria-hidden />
          </ListItemIcon>
          <ListItemText>API tokens</ListItemText>
        </MenuItem>
      </Menu>
    </Box>
  );
}
