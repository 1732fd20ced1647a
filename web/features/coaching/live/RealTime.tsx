import { Paper } from '@mui/material';
import { Headset } from 'lucide-react';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** Calls while they run. */
export function RealTime() {
  return (
    <Paper>
      <EmptyState icon={<Headset size={18} />} title="No call is running" />
    </Paper>
  );
}
