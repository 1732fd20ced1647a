import { zodResolver } from '@hookform/resolvers/zod';
import { Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { NewLead } from '#contract/lead.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { LeadFields } from './LeadFields.tsx';
import { useCreateLead } from './use-create-lead.ts';

const EMPTY: z.input<typeof NewLead> = { name: '', company: '', email: '', phone: '', value: '', source: 'website' };

/** The Add Lead button and its modal. What was typed stays when it is closed or when saving failed; only success empties it. */
export function AddLead() {
  const [open, setOpen] = useState(false);
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
      {open && (
        <FormDialog
          title="Add New Lead"
          submit={{ label: 'Add Lead', pending: 'Creating...' }}
          pending={isSubmitting}
          maxWidth="sm"
          onSubmit={submit}
          onClose={close}
        >
          <FormProvider {...form}>
            <LeadFields />
          </FormProvider>
        </FormDialog>
      )}
    </>
  );
}
