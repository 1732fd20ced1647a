import { Typography } from '@mui/material';

type MeanwhileProps = { what: keyof typeof DELETED; happened: 'deleted' | 'changed' | null };

// Customers go when the import that brought them is undone.
const DELETED = {
  template: 'A colleague deleted this template in the meantime. Saving adds it as a new one.',
  item: 'A colleague deleted this item in the meantime. Saving adds it as a new one.',
  customer: 'This customer was removed in the meantime. Copy what you need before you close.',
} as const;

/** What a colleague did to the thing whose fields stand open here; nothing while it is as it was. */
export function Meanwhile({ what, happened }: MeanwhileProps) {
  if (happened === null) return null;
  return (
    <Typography role="status" variant="body2" sx={{ color: 'tone.warning.ink', mb: 2 }}>
      {happened === 'deleted'
        ? DELETED[what]
        : `A colleague changed this ${what} in the meantime. Saving replaces only the fields you changed.`}
    </Typography>
  );
}
