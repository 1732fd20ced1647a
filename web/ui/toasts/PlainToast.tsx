import { Box, Button } from '@mui/material';
import { useEffect } from 'react';
import { dismiss, TOAST_DURATION, type Toast } from './toast.ts';
import { toastSurface, toastViewport } from './toast-styles.ts';

/** A toast without swipe and shortcut, for where the toaster itself could not be fetched. */
export function PlainToast({ toast: { id, tone, title, description, action, raised } }: { toast: Toast }) {
  useEffect(() => {
    const timer = setTimeout(() => dismiss(id), TOAST_DURATION);
    return () => clearTimeout(timer);
  }, [id]);
  return (
    <Box sx={toastViewport}>
      <Box role={tone === 'error' ? 'alert' : 'status'} data-tone={tone} data-raised={raised || undefined} sx={toastSurface}>
        <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
          {title && <strong>{title}: </strong>}
          {description}
        </Box>
        {action && (
          <Button
            size="small"
            variant="outlined"
            onClick={() => {
              dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        )}
        <Button size="small" onClick={() => dismiss(id)}>
          Dismiss
        </Button>
      </Box>
    </Box>
  );
}
