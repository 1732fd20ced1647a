import { Box, IconButton, Tooltip } from '@mui/material';
import { X } from 'lucide-react';

// However far one reads in a drawer; it takes no room.
const corner = { position: 'sticky', top: 0, zIndex: 1, display: 'flex', justifyContent: 'flex-end', height: 0, p: 0 } as const;

/** The button in the corner of a drawer that puts it away. `label` says what is closed, where a title beside it does not. */
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
