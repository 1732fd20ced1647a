import { Typography } from '@mui/material';

/** What a colleague did to the thing whose fields stand open here; nothing while it is as it was. */
export function Meanwhile({ what, happened }: { what: 'template' | 'item'; happened: 'deleted' | 'changed' | null }) {
  if (happened === null) return null;
  return (
    <Typography role="status" variant="body2" sx={{ color: 'tone.warning.ink', mb: 2 }}>
      {happened === 'deleted'
        ? `A colleague deleted this ${what} in the meantime. Copy what you need before you close.`
        : `A colleague changed this ${what} in the meantime. Saving replaces only the fields you changed.`}
    </Typography>
  );
}
