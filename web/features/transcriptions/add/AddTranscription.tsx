import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button } from '@mui/material';
import { Plus } from 'lucide-react';
import { type Ref, useImperativeHandle, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { notify } from '#web/ui/toast.ts';
import { AddForm, EMPTY } from './add-form.ts';
import { ContentField } from './ContentField.tsx';
import { MoreAboutCall } from './MoreAboutCall.tsx';
import { useAddTranscription } from './use-add-transcription.ts';

export type AddTranscriptionHandle = { open: () => void };

/** The Add Transcription button and its dialog. What was typed stays when it is closed or when adding failed; only success empties it. */
export function AddTranscription({ ref }: { ref?: Ref<AddTranscriptionHandle> }) {
  const [open, setOpen] = useState(false);
  const add = useAddTranscription();
  const form = useForm({ resolver: zodResolver(AddForm), defaultValues: EMPTY });
  const { isSubmitting } = form.formState;
  useImperativeHandle(ref, () => ({ open: () => setOpen(true) }), []);

  const submit = form.handleSubmit(
    async ({ customer, lead, ...call }) => {
      if (!(await add({ ...call, customerId: customer?.id ?? null, leadId: lead?.id ?? null }))) return;
      setOpen(false);
      form.reset();
    },
    ({ content }) => {
      if (content?.message) notify({ title: 'Error', description: content.message, tone: 'error' });
    },
  );

  return (
    <>
      <Button variant="contained" startIcon={<Plus size={18} aria-hidden />} onClick={() => setOpen(true)}>
        Add Transcription
      </Button>
      {open && (
        <FormDialog
          title="Add Transcription"
          submit={{ label: 'Add & Analyze', pending: 'Analyzing...' }}
          pending={isSubmitting}
          maxWidth="md"
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <FormProvider {...form}>
            <Box sx={{ '& .MuiFormLabel-root': { color: 'text.primary' } }}>
              <ContentField />
              <MoreAboutCall />
            </Box>
          </FormProvider>
        </FormDialog>
      )}
    </>
  );
}
