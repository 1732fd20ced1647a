import { Box } from '@mui/material';
import { MOD_KEY } from '#web/lib/format/mod-key.ts';

const key = {
  minWidth: 20,
  px: 0.625,
  border: 1,
  borderColor: 'divider',
  borderRadius: '5px',
  bgcolor: 'surface.raised',
  color: 'text.secondary',
  font: 'inherit',
  textAlign: 'center',
} as const;

/** The keys that generate, as a quiet hint; of no use where there is no keyboard. */
export function Shortcut() {
  return (
    <Box
      aria-hidden
      sx={{ display: 'flex', gap: 0.5, typography: 'caption', lineHeight: '18px', '@media (pointer: coarse)': { display: 'none' } }}
    >
      <Box component="kbd" sx={key}>
        {MOD_KEY}
      </Box>
      <Box component="kbd" sx={key}>
        Enter
      </Box>
    </Box>
  );
}
