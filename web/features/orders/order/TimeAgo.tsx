import { Box } from '@mui/material';
import { exactTime } from '#web/lib/format/relative-time.ts';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

/** When it was: the moment itself, and how long ago. */
export function TimeAgo({ at }: { at: string }) {
  return (
    <>
      {exactTime(at)}{' '}
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        (<RelativeTime at={at} />)
      </Box>
    </>
  );
}
