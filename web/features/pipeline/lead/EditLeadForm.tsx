import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { FormProvider, useForm } from 'react-hook-form';
import { SOURCE_LABELS } from '#contract/lead.ts';
import { LeadChanges } from '#contract/lead-input.ts';
import { graphql } from '#web/gql/gql.ts';
import { DialogForm } from '#web/ui/dialogs/DialogForm.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { EditConflictAlert } from '#web/ui/states/EditConflictAlert.tsx';
import { changedFields, useEditConflict } from '#web/ui/states/use-edit-conflict.ts';
import { LeadFields } from './LeadFields.tsx';
import { LeadMetrics } from './LeadMetrics.tsx';
import { type LeadValues, leadValuesOf } from './lead-values.ts';
import { StageSelect } from './StageSelect.tsx';
import { useUpdateLead } from './use-update-lead.ts';

const EditLeadForm_lead = graphql(`
  fragment EditLeadForm_lead on Lead {
    id
    name
    company
    email
    phone
    value
    source
    notes
    updatedAt
  }
`);

const SOURCES = new Map<string, string>(Object.entries(SOURCE_LABELS));
const FIELDS = [
  { name: 'name', label: 'Name' },
  { name: 'company', label: 'Company' },
  { name: 'email', label: 'Email' },
  { name: 'phone', label: 'Phone' },
  { name: 'value', label: 'Value', show: (value: string) => (value === '' ? 'Empty' : `$${value}`) },
  { name: 'source', label: 'Source', show: (source: string) => SOURCES.get(source) ?? source },
  { name: 'notes', label: 'Notes' },
] as const;

type EditLeadFormProps = { id: string; titleId: string; lead: FragmentType<typeof EditLeadForm_lead>; onClose: () => void };

/** The fields of a lead as they were when it was opened. Only what one changed is sent, so two people can edit different fields. */
export function EditLeadForm({ id, titleId, lead, onClose }: EditLeadFormProps) {
  const { data } = useFragment({ fragment: EditLeadForm_lead, from: lead });
  const update = useUpdateLead();
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'));
  // Most who tap a card want to look, and a keyboard on the screen would hide what they came for.
  const touch = useMediaQuery('(pointer: coarse)');
  const edit = useEditConflict<LeadValues>({ values: leadValuesOf(data), updatedAt: data.updatedAt ?? '' });
  const form = useForm({ resolver: zodResolver(LeadChanges), defaultValues: edit.base });
  const { isSubmitting, errors } = form.formState;

  const { ref: notesRef, ...noted } = form.register('notes');

  const submit = form.handleSubmit(async (values) => {
    const typed = leadValuesOf(form.getValues());
    const fields = changedFields(edit.base, typed);
    const changed = LeadChanges.parse(Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field))));
    if (fields.length === 0 || (await edit.save(typed, (ifUpdatedAt) => update(id, changed, ifUpdatedAt)))) onClose();
  });

  return (
    <DialogForm
      title="Edit Lead"
      titleId={titleId}
      submit={{ label: 'Save', pending: 'Saving...' }}
      pending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <EditConflictAlert what="lead" edit={edit} fields={FIELDS} />
      </FormProvider>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { md: '1fr 264px' } }}>
        <FormProvider {...form}>
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
            {/* On a small screen a lead is mostly opened to be moved. */}
            {!wide && <StageSelect id={id} />}
            <LeadFields autoFocus={!touch} />
            <Field label="Notes" {...noted} inputRef={notesRef} error={errors.notes?.message} multiline minRows={3} maxRows={10} />
          </Box>
        </FormProvider>
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          {wide && <StageSelect id={id} />}
          <Box component="section" aria-label="Sales Metrics" sx={{ p: 1.5, borderRadius: '10px', bgcolor: 'surface.raised' }}>
            <Typography variant="h2" component="h3" sx={{ fontSize: 13, mb: 1 }}>
              Sales Metrics
            </Typography>
            <LeadMetrics id={id} />
          </Box>
        </Box>
      </Box>
    </DialogForm>
  );
}
