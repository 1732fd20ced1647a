import { Box, IconButton } from '@mui/material';
import { X } from 'lucide-react';
import { Tooltip } from '../Tooltip.tsx';

// Sticky, so that it stays visible while the drawer scrolls; takes no room.
const corner = { position: 'sticky', top: 0, zIndex: 1, display: 'flex', justifyContent: 'flex-end', height: 0, p: 0 } as const;

/** The close button in the corner of a drawer. `label` says what it closes, if no title does. */
export function DrawerCloseButton({ label = 'Close', onClose }: { label?: string; onClose: () => void }) {
  return (
    <Box sx={corner}>
      <Tooltip title="Close">
        <IconButton aria-label={label} onClick={onClose} sx={{ m: 1.5, bgcolor: 'background.paper' }}>
          <X size={18} aria-hidden />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
