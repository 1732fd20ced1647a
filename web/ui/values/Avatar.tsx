import { Box } from '@mui/material';
import { useState } from 'react';
import { initials } from '#web/lib/format/text.ts';

/** A person: their picture, or else their initials. */
export function Avatar({ name, image, size = 28 }: { name: string; image?: string | null; size?: number }) {
  const [missing, setMissing] = useState<string | null>(null);
  const shown = image && image !== missing ? image : null;
  return (
    <Box
      sx={(theme) => ({
        display: 'grid',
        placeItems: 'center',
        flexShrink: 0,
        width: size,
        height: size,
        borderRadius: '50%',
        overflow: 'hidden',
        fontSize: Math.round(size * 0.4),
        lineHeight: 1,
        fontWeight: 600,
        userSelect: 'none',
        bgcolor: theme.vars.palette.tone.brand.surface,
        color: theme.vars.palette.tone.brand.ink,
      })}
    >
      {shown ? (
        <Box
          component="img"
          src={shown}
          alt={name}
          onError={() => setMissing(shown)}
          sx={{ width: '100%', height: '100%', objectFit: 'cover' }}
        />
      ) : (
        initials(name)
      )}
    </Box>
  );
}
