import { Box, Button, IconButton } from '@mui/material';
import { Action, Close, Description, Provider, Root, Title, Viewport } from '@radix-ui/react-toast';
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { dismiss, TOAST_DURATION, useToast } from './toast.ts';
import { toastSurface, toastViewport } from './toast-styles.ts';

const ICONS = { success: CircleCheck, error: CircleAlert } as const;

/** The corner where toasts appear, one at a time; F8 moves the focus there. */
export function Toaster() {
  const toast = useToast();
  const Icon = ICONS[toast?.tone ?? 'success'];
  return (
    <Provider duration={TOAST_DURATION} swipeDirection="right" swipeThreshold={50} label="Notification">
      {toast && (
        <Box
          component={Root}
          key={toast.id}
          open={toast.open}
          onOpenChange={(open: boolean) => {
            if (!open) dismiss(toast.id);
          }}
          type={toast.tone === 'error' ? 'foreground' : 'background'}
          data-tone={toast.tone}
          data-above-dialog={toast.aboveDialog || undefined}
          sx={toastSurface}
        >
          <Icon size={18} aria-hidden className="toast-icon" />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            {toast.title && (
              <Box component={Title} sx={{ fontWeight: 600 }}>
                {toast.title}
              </Box>
            )}
            <Box component={Description} sx={{ color: toast.title ? 'text.secondary' : 'text.primary', overflowWrap: 'anywhere' }}>
              {toast.description}
            </Box>
          </Box>
          {toast.action && (
            <Button
              component={Action}
              altText={`${toast.action.label}: press F8, then Enter`}
              size="small"
              variant="outlined"
              onClick={toast.action.run}
            >
              {toast.action.label}
            </Button>
          )}
          <IconButton component={Close} size="small" aria-label="Dismiss" sx={{ m: -0.5 }}>
            <X size={16} aria-hidden />
          </IconButton>
        </Box>
      )}
      <Box component={Viewport} hotkey={['F8']} sx={toastViewport} />
    </Provider>
  );
}
