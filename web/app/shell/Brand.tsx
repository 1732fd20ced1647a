import { Box, Typography } from '@mui/material';
import { Logo } from '#web/ui/Logo.tsx';

/** The product's name at the head of the sidebar; the mark alone where there is no room. */
export function Brand({ compact }: { compact: boolean }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, height: 64, px: compact ? 2.25 : 2, flexShrink: 0 }}>
      <Logo size={28} />
      {!compact && (
        <Box sx={{ minWidth: 0 }}>
          <Typography sx={{ fontWeight: 600, letterSpacing: '-0.01em', lineHeight: '18px' }}>Callboard</Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary', display: 'block' }}>
            Sales CRM with AI
          </Typography>
        </Box>
      )}
    </Box>
  );
}
