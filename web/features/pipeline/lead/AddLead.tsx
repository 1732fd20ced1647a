import { Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { ahead } from '#web/lib/ahead.ts';
import { later } from '#web/lib/later.ts';
import { usePart } from '#web/ui/on-demand/use-part.ts';

const addLeadDialog = later(() => import('./AddLeadDialog.tsx').then((m) => m.AddLeadDialog));

/** The Add Lead button and its dialog, which keeps its input while closed. */
export function AddLead() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const AddLeadDialog = usePart(addLeadDialog, open, close);
  return (
    <>
      <Button {...ahead(addLeadDialog)} variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Add Lead
      </Button>
      {AddLeadDialog && <AddLeadDialog open={open} onClose={close} />}
    </>
  );
}
