import { Box, Button, Typography } from '@mui/material';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import type { FormDraft } from './use-form-draft.ts';

/** Offers what was typed into this form before and not saved. */
export function DraftNotice({ draft: { offeredAt, restore, discard } }: { draft: FormDraft }) {
  if (offeredAt === null) return null;
  return (
    <Box
      role="status"
      sx={{
        ...{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 1, px: 1.5, py: 1, mb: 2 },
        ...{ borderRadius: 1, border: 1, borderColor: 'divider', bgcolor: 'surface.raised' },
      }}
    >
      <Typography variant="body2" sx={{ flex: '1 1 200px', color: 'text.secondary' }}>
        You have a draft from <RelativeTime at={offeredAt} /> that was not saved.
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button size="small" variant="outlined" onClick={restore}>
          Restore draft
        </Button>
        <Button size="small" variant="text" onClick={discard}>
          Discard
        </Button>
      </Box>
    </Box>
  );
}
