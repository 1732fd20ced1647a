import { Box, Button, Paper, Typography } from '@mui/material';
import { GraduationCap, Sparkles } from 'lucide-react';
import { Permitted } from '#web/session/session.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

type CoachingEmptyStateProps = { title: string; hint: string; onAnalyze: () => void };

/** Shown before the first analysis. */
export function CoachingEmptyState({ title, hint, onAnalyze }: CoachingEmptyStateProps) {
  return (
    <Paper>
      <EmptyState
        icon={<GraduationCap size={18} />}
        title={title}
        hint={hint}
        action={
          <Permitted to="coaching.change">
            <Button variant="contained" startIcon={<Sparkles size={18} aria-hidden />} onClick={onAnalyze}>
              Choose calls to analyze
            </Button>
          </Permitted>
        }
      />
    </Paper>
  );
}

export function CoachingLoading() {
  return (
    <Box role="status" sx={{ display: 'grid', placeItems: 'center', minHeight: 320 }}>
      <Typography sx={{ color: 'text.secondary' }}>Loading coaching data...</Typography>
    </Box>
  );
}
