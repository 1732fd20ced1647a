import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { Kbd, MOD_KEY } from '#web/ui/Kbd.tsx';

const SHORTCUTS = [
  { keys: ['/'], does: 'Search transcriptions' },
  { keys: ['?'], does: 'Show this list' },
  { keys: ['F8'], does: 'Go to the notification on the screen' },
  { keys: ['Esc'], does: 'Close a dialog, menu or notification' },
  { keys: ['Enter'], does: 'Submit a form' },
  { keys: [MOD_KEY, 'Enter'], does: 'In the response center: generate' },
  { keys: ['F2'], does: 'In a reply: go to the next gap' },
  { keys: ['↑', '↓', '←', '→'], does: 'On the pipeline: go from card to card' },
  { keys: ['Enter'], does: 'On the pipeline: open a card' },
  { keys: ['Space'], does: 'On the pipeline: lift a card, or drop it' },
  { keys: ['←', '→'], does: 'On the pipeline: move a lifted card' },
] as const;

/** The list of keyboard shortcuts. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const title = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={title} fullWidth maxWidth="xs">
      <DialogTitle id={title}>Keyboard shortcuts</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 1.25, columnGap: 2, m: 0 }}>
          {SHORTCUTS.map(({ keys, does }) => (
            <Box key={does} sx={{ display: 'contents' }}>
              <Box component="dt">{does}</Box>
              <Box component="dd" sx={{ display: 'flex', gap: 0.5, justifyContent: 'flex-end', m: 0 }}>
                {keys.map((key) => (
                  <Kbd key={key}>{key}</Kbd>
                ))}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
