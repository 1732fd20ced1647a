import { Avatar } from '@mui/material';
import { initials } from '#web/lib/initials.ts';

/** A person: their picture, or else their initials. */
export function Face({ name, image, size = 28 }: { name: string; image?: string | null; size?: number }) {
  return (
    <Avatar
      src={image ?? undefined}
      alt={name}
      sx={(theme) => ({
        width: size,
        height: size,
        fontSize: Math.round(size * 0.4),
        fontWeight: 600,
        bgcolor: theme.vars.palette.tone.brand.surface,
        color: theme.vars.palette.tone.brand.ink,
      })}
    >
      {initials(name)}
    </Avatar>
  );
}
