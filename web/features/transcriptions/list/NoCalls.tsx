import { Button, Paper } from '@mui/material';
import { AudioLines, Plus } from 'lucide-react';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';

/** What the list says when there is no call, or none that matches. */
export function NoCalls({ narrowed, onAdd }: { narrowed: boolean; onAdd: () => void }) {
  return (
    <Paper>
      <EmptyState
        icon={<AudioLines size={18} />}
        title="No transcriptions found"
        hint={narrowed ? 'No transcriptions match your search criteria.' : 'Paste what was said in a call, and see what it was about.'}
        action={
          <Button variant={narrowed ? 'outlined' : 'contained'} startIcon={<Plus size={18} aria-hidden />} onClick={onAdd}>
            Add First Transcription
          </Button>
        }
      />
    </Paper>
  );
}
