import { zodResolver } from '@hookform/resolvers/zod';
import { Box } from '@mui/material';
import { FormProvider, useForm } from 'react-hook-form';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { AddForm, EMPTY } from './add-form.ts';
import { ContentField } from './ContentField.tsx';
import { OptionalFields } from './OptionalFields.tsx';
import { useAddTranscription } from './use-add-transcription.ts';

/** The dialog of a new transcription. What was typed stays when it is closed or when adding failed; only success empties it. */
export function AddTranscriptionDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const add = useAddTranscription();
  const form = useForm({ resolver: zodResolver(AddForm), defaultValues: EMPTY });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async ({ customer, lead, ...call }) => {
      if (!(await add({ ...call, customerId: customer?.id ?? null, leadId: lead?.id ?? null }))) return;
      onClose();
      form.reset();
    },
    ({ content }) => {
      if (content?.message) notify({ title: 'Error', description: content.message, tone: 'error' });
    },
  );

  if (!open) return null;
  return (
    <FormDialog
      title="Add Transcription"
      submit={{ label: 'Add & Analyze', pending: 'Analyzing...' }}
      pending={isSubmitting}
      maxWidth="md"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <Box sx={{ '& .MuiFormLabel-root': { color: 'text.primary' } }}>
          <ContentField />
          <OptionalFields />
        </Box>
      </FormProvider>
    </FormDialog>
  );
}
