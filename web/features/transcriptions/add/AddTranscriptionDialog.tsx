import { useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, Collapse, FormControl, FormLabel, MenuItem, Select } from '@mui/material';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { DraftNotice } from '#web/drafts/DraftNotice.tsx';
import { useFormDraft } from '#web/drafts/use-form-draft.ts';
import { graphql } from '#web/gql/gql.ts';
import type { AddTranscriptionInput } from '#web/gql/graphql.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CustomerPicker } from '#web/ui/fields/CustomerPicker.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { LeadPicker } from '../LeadPicker.tsx';
import { type AddFields, AddForm, EMPTY } from './add-form.ts';
import { ContentField } from './ContentField.tsx';

const AddCall = graphql(`
  mutation AddCall($input: AddTranscriptionInput!) {
    addTranscription(input: $input) {
      ... on Transcription {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Adds and analyzes a call; returns whether that worked. The list updates through its subscription. */
function useAddTranscription() {
  const [mutate] = useMutation(AddCall);
  return async (input: AddTranscriptionInput): Promise<boolean> => {
    const added = await runMutation(mutate({ variables: { input } }), {
      done: 'Transcription added and analyzed successfully.',
      failed: 'Failed to add transcription.',
    });
    return added !== null;
  };
}

/** The Add Transcription dialog. What is typed is a draft until it is saved. */
export function AddTranscriptionDialog({ onClose }: { onClose: () => void }) {
  const add = useAddTranscription();
  const form = useForm({ resolver: zodResolver(AddForm), defaultValues: EMPTY });
  const draft = useFormDraft({ subject: 'new-transcription', form, base: EMPTY });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(
    async ({ customer, lead, ...call }) => {
      const typed = form.getValues();
      const isAdded = await add({ ...call, customerId: customer?.id ?? null, leadId: lead?.id ?? null });
      if (isAdded && draft.settle(typed)) onClose();
    },
    ({ content }) => {
      if (content?.message) notify({ title: 'Error', description: content.message, tone: 'error' });
    },
  );

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
          <DraftNotice draft={draft} />
          <ContentField />
          <OptionalFields />
        </Box>
      </FormProvider>
    </FormDialog>
  );
}

/** Optional details of a call, collapsed by default. */
function OptionalFields() {
  const id = useId();
  const [open, setOpen] = useState(false);
  const { control, register, formState } = useFormContext<AddFields>();
  const field = (name: 'title' | 'callerPhone' | 'duration') => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, error: formState.errors[name]?.message, autoComplete: 'off' };
  };
  return (
    <Box sx={{ mt: 1 }}>
      <Button
        size="small"
        variant="text"
        color="inherit"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        endIcon={<ChevronDown size={14} aria-hidden style={{ transform: open ? 'rotate(180deg)' : 'none' }} />}
        sx={{ ml: -1.25 }}
      >
        More details
      </Button>
      <Collapse in={open} id={id} unmountOnExit={false}>
        <Box inert={!open} sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { sm: '1fr 1fr' } }}>
          <Controller
            name="customer"
            control={control}
            render={({ field: { value, onChange } }) => <CustomerPicker label="Customer" value={value ?? null} onChange={onChange} />}
          />
          <Controller
            name="lead"
            control={control}
            render={({ field: { value, onChange } }) => <LeadPicker value={value ?? null} onChange={onChange} />}
          />
          <Field label="Caller’s phone" {...field('callerPhone')} type="tel" hint="Links the call to the customer with this number." />
          <Field label="Duration" {...field('duration')} placeholder="m:ss" />
          <Field label="Title" {...field('title')} hint="Leave empty to generate one." />
          <Controller
            name="type"
            control={control}
            render={({ field: { ref, ...type } }) => <TypeSelect {...type} value={type.value ?? ''} inputRef={ref} />}
          />
        </Box>
      </Collapse>
    </Box>
  );
}

type TypeSelectProps = {
  value: string;
  onChange: (event: unknown) => void;
  onBlur: () => void;
  name: string;
  inputRef: (element: unknown) => void;
};

function TypeSelect(select: TypeSelectProps) {
  const id = useId();
  return (
    <FormControl fullWidth size="small">
      <FormLabel id={id}>Type</FormLabel>
      <Select labelId={id} displayEmpty {...select}>
        <MenuItem value="">Detect automatically</MenuItem>
        <MenuItem value="sales">Sales</MenuItem>
        <MenuItem value="support">Support</MenuItem>
      </Select>
    </FormControl>
  );
}
