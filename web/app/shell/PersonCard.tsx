import { Box, Tooltip, Typography } from '@mui/material';
import { Face } from '#web/ui/Face.tsx';
import { useViewer } from '../session.tsx';

/** Who is signed in, at the foot of the sidebar. */
export function PersonCard({ compact = false }: { compact?: boolean }) {
  const { displayName, jobTitle, profileImageUrl } = useViewer();
  return (
    <Tooltip title={compact ? `${displayName}, ${jobTitle}` : ''} placement="right">
      <Box
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          justifyContent: compact ? 'center' : 'flex-start',
          gap: 1.25,
          px: compact ? 0 : 2,
          py: 1.5,
          borderTop: `1px solid ${theme.vars.palette.divider}`,
        })}
      >
        <Face name={displayName} image={profileImageUrl} size={32} />
        {!compact && (
          <Box sx={{ minWidth: 0 }}>
            <Typography noWrap variant="subtitle2">
              {displayName}
            </Typography>
            <Typography noWrap variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
              {jobTitle}
            </Typography>
          </Box>
        )}
      </Box>
    </Tooltip>
  );
}
