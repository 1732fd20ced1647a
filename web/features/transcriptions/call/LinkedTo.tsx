import { Box, IconButton, Link, Tooltip, Typography } from '@mui/material';
import { Unlink } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';
import { touchTarget } from '#web/ui/touch-target.ts';

type LinkedToProps = { kind: 'Customer' | 'Lead'; name: string; detail: string | null; to: string; onUnlink: () => void };

/** Somebody a call is linked to, and how to take the link away. */
export function LinkedTo({ kind, name, detail, to, onUnlink }: LinkedToProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {kind}
        </Typography>
        <Link component={RouterLink} to={to} sx={{ ...touchTarget, fontWeight: 500, overflowWrap: 'anywhere' }}>
          {name}
        </Link>
        {detail && (
          <Typography variant="body2" noWrap sx={{ color: 'text.secondary' }}>
            {detail}
          </Typography>
        )}
      </Box>
      <Tooltip title={`Unlink ${name}`}>
        <IconButton size="small" aria-label={`Unlink ${name}`} onClick={onUnlink}>
          <Unlink size={16} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
