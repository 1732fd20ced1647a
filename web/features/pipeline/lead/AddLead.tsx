import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { NewLead } from '#contract/lead.ts';
import { LeadFields } from './LeadFields.tsx';
import { useCreateLead } from './use-create-lead.ts';

const EMPTY: z.input<typeof NewLead> = { name: '', company: '', email: '', phone: '', value: '', source: 'website' };

/** The Add Lead button and its modal. What was typed stays when it is closed or when saving failed; only success empties it. */
export function AddLead() {
  const [open, setOpen] = useState(false);
  const titleId = useId();
  const create = useCreateLead();
  const form = useForm({ resolver: zodResolver(NewLead), defaultValues: EMPTY });
  const { isSubmitting } = form.formState;

  const close = () => setOpen(false);
  const submit = form.handleSubmit(async (lead) => {
    if (!(await create(lead))) return;
    close();
    form.reset();
  });

  return (
    <>
      <Button variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Add Lead
      </Button>
      <Dialog open={open} onClose={close} fullWidth maxWidth="xs" aria-labelledby={titleId}>
        <form onSubmit={submit} noValidate>
          <DialogTitle id={titleId}>Add New Lead</DialogTitle>
          <DialogContent>
            <FormProvider {...form}>
              <LeadFields />
            </FormProvider>
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" variant="contained" disabled={isSubmitting}>
              {isSubmitting ? 'Creating...' : 'Add Lead'}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
