import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { NewLead } from '#contract/lead-input.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { LeadFields } from './LeadFields.tsx';
import { useCreateLead } from './use-create-lead.ts';

const EMPTY: z.input<typeof NewLead> = { name: '', company: '', email: '', phone: '', value: '', source: 'website' };

/** The modal of a new lead. What was typed stays when it is closed or when saving failed; only success empties it. */
export function AddLeadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateLead();
  const form = useForm({ resolver: zodResolver(NewLead), defaultValues: EMPTY });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (lead) => {
    if (!(await create(lead))) return;
    onClose();
    form.reset();
  });

  if (!open) return null;
  return (
    <FormDialog
      title="Add New Lead"
      submit={{ label: 'Add Lead', pending: 'Creating...' }}
      pending={isSubmitting}
      maxWidth="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <LeadFields />
      </FormProvider>
    </FormDialog>
  );
}
