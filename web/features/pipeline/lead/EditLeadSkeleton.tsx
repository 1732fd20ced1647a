import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';

const fields = { display: 'grid', gap: 2, alignContent: 'start' } as const;
const input = { height: 36, '@media (pointer: coarse)': { height: 40 } } as const;

/** A lead's form that is still on its way, in the size of the one to come. */
export function EditLeadSkeleton() {
  return (
    <Box role="status" aria-label="Loading the lead" sx={{ display: 'grid', gap: 3, gridTemplateColumns: { md: '1fr 264px' } }}>
      <Box sx={fields}>
        <Box sx={{ display: { md: 'none' } }}>
          <FieldSkeleton />
        </Box>
        <FieldSkeleton />
        <FieldSkeleton />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <FieldSkeleton />
          <FieldSkeleton />
          <FieldSkeleton />
          <FieldSkeleton />
        </Box>
        <FieldSkeleton lines={3} />
      </Box>
      <Box sx={fields}>
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>
          <FieldSkeleton />
        </Box>
        <SkeletonBlock height={270} />
      </Box>
    </Box>
  );
}

/** A label and, below, its field. */
function FieldSkeleton({ lines = 1 }: { lines?: number }) {
  return (
    <Box>
      <Box sx={{ py: '4px', mb: 0.5 }}>
        <SkeletonBlock width={56} height={12} />
      </Box>
      <Box sx={lines > 1 ? { height: 17 + 20 * lines } : input}>
        <SkeletonBlock height="100%" />
      </Box>
    </Box>
  );
}
