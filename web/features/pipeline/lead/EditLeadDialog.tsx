import type { FragmentType } from '@apollo/client';
import { useApolloClient, useFragment, useMutation, useQuery } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { UserX } from 'lucide-react';
import { useId } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { LEAD_STAGES, type LeadSource, SOURCE_LABELS, STAGE_LABELS } from '#contract/lead.ts';
import { LeadChanges } from '#contract/lead-input.ts';
import { settleEdit } from '#web/apollo/run-mutation.ts';
import { DraftNotice } from '#web/drafts/DraftNotice.tsx';
import { useFormDraft } from '#web/drafts/use-form-draft.ts';
import { graphql } from '#web/gql/gql.ts';
import { assignedTo } from '#web/lib/format/text.ts';
import { Permitted, useMay } from '#web/session/session.tsx';
import { DialogForm } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { useOwnerName } from '#web/ui/fields/OwnerPicker.tsx';
import { SelectField } from '#web/ui/fields/SelectField.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { EditConflictAlert } from '#web/ui/states/EditConflictAlert.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { changedFields, type SaveOutcome, saveOutcome, useEditConflict } from '#web/ui/states/use-edit-conflict.ts';
import { applyServerLead } from '../board-cache.ts';
import { useMoveLead } from '../use-move-lead.ts';
import { LeadFields } from './LeadFields.tsx';
import { LeadMetrics } from './LeadMetrics.tsx';
import { LeadOutcome } from './LeadOutcome.tsx';

const LeadToEdit = graphql(`
  query LeadToEdit($id: ID!) {
    lead(id: $id) {
      id
      ...EditLeadForm_lead
      ...LeadOutcome_lead
    }
  }
`);

/** An opened lead: its fields and its metrics. */
export function EditLeadDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const titleId = useId();
  const { data, error, refetch } = useQuery(LeadToEdit, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const loading = !data && !error;
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth={data?.lead || loading ? 'md' : 'sm'} aria-labelledby={titleId}>
      {data?.lead && <EditLeadForm titleId={titleId} lead={data.lead} id={id} onClose={onClose} />}
      {!data?.lead && (
        <>
          <DialogTitle id={titleId}>Edit Lead</DialogTitle>
          <DialogContent>
            {loading && <DetailSkeleton label="Loading lead" blocks={[160, 160, 140]} />}
            {!data && error && <ErrorPanel error={error} onRetry={() => void refetch().catch(() => undefined)} />}
            {data && (
              <EmptyState
                icon={<UserX size={18} />}
                title="Lead not found"
                hint="It may have been deleted, you may not see it, or the link is incomplete."
              />
            )}
          </DialogContent>
          <DialogActions>
            <Button variant="outlined" onClick={onClose}>
              {loading ? 'Cancel' : 'Close'}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

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
    assignmentReason
    lostAt
    owner {
      id
      displayName
    }
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

/** The form of a lead. Only changed fields are sent, so two users can edit different fields. */
function EditLeadForm({ id, titleId, lead, onClose }: EditLeadFormProps) {
  const { data } = useFragment({ fragment: EditLeadForm_lead, from: lead });
  const update = useUpdateLead();
  const ownerName = useOwnerName();
  const mayChange = useMay('lead.change');
  const wide = useMediaQuery((theme: Theme) => theme.breakpoints.up('md'));
  // Most people who tap a card want to read it, and autofocus would cover it with the on-screen keyboard.
  const touch = useMediaQuery('(pointer: coarse)');
  const edit = useEditConflict<LeadValues>({ values: toLeadValues(data), updatedAt: data.updatedAt ?? '' });
  const form = useForm({ resolver: zodResolver(LeadChanges), defaultValues: edit.base });
  const draft = useFormDraft({
    subject: `lead/${id}`,
    form,
    base: edit.base,
    onRestore: (typedOver) => edit.resume(toLeadValues(form.getValues()), typedOver),
  });
  const { isSubmitting, errors } = form.formState;

  const { ref: notesRef, ...notes } = form.register('notes');

  const submit = form.handleSubmit(async (values) => {
    const typed = toLeadValues(form.getValues());
    const fields = changedFields(edit.base, typed);
    const changed = LeadChanges.parse(Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field))));
    if (fields.length > 0 && !(await edit.save(typed, (ifUpdatedAt) => update(id, changed, ifUpdatedAt)))) return;
    if (draft.settle(typed)) onClose();
  });

  const stage = (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {!data.lostAt && <StageSelect id={id} />}
      <LeadOutcome id={id} onClose={onClose} />
    </Box>
  );

  return (
    <DialogForm
      title={mayChange ? 'Edit Lead' : 'Lead'}
      titleId={titleId}
      mayChange={mayChange}
      submit={{ label: 'Save', pending: 'Saving...' }}
      pending={isSubmitting}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <DraftNotice draft={draft} />
        <EditConflictAlert what="lead" edit={edit} fields={[...FIELDS, { name: 'ownerId', label: 'Owner', show: ownerName }]} />
      </FormProvider>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: { md: '1fr 264px' } }}>
        <FormProvider {...form}>
          <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
            {/* On a small screen a lead is mostly opened to move it. */}
            {!wide && stage}
            <LeadFields autoFocus={!touch} />
            {data.assignmentReason && (
              <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
                {assignedTo(data.owner?.displayName, data.assignmentReason)}
              </Typography>
            )}
            <Field label="Notes" {...notes} inputRef={notesRef} error={errors.notes?.message} multiline minRows={3} maxRows={10} />
          </Box>
        </FormProvider>
        <Box sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
          {wide && stage}
          {/* They come with the board, where a lost lead is not. */}
          {!data.lostAt && (
            <Box component="section" aria-label="Sales Metrics" sx={{ p: 1.5, borderRadius: '10px', bgcolor: 'surface.raised' }}>
              <Typography variant="h2" component="h3" sx={{ fontSize: 13, mb: 1 }}>
                Sales Metrics
              </Typography>
              <LeadMetrics id={id} />
            </Box>
          )}
        </Box>
      </Box>
    </DialogForm>
  );
}

const StageSelect_lead = graphql(`
  fragment StageSelect_lead on Lead {
    id
    stage
  }
`);

const STAGES = LEAD_STAGES.map((value) => ({ value, label: STAGE_LABELS[value] }));

/** Moves a lead without dragging: for accessibility, and for phones, where columns are far apart. */
function StageSelect({ id }: { id: string }) {
  const { data } = useFragment({ fragment: StageSelect_lead, from: { __typename: 'Lead', id } });
  const move = useMoveLead();
  return (
    <Permitted to="lead.change">
      <SelectField label="Stage" value={data.stage ?? ''} options={STAGES} onChange={(stage) => move(id, stage)} />
    </Permitted>
  );
}

const UpdateLead = graphql(`
  mutation UpdateLead($id: ID!, $input: LeadChangesInput!, $ifUpdatedAt: DateTime) {
    updateLead(id: $id, input: $input, ifUpdatedAt: $ifUpdatedAt) {
      ... on Lead {
        ...BoardLead @unmask
      }
      ... on LeadEditConflict {
        updatedAt
        updatedBy {
          id
          displayName
        }
        current {
          id
          ...EditLeadForm_lead @unmask
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Updates a lead; returns whether it was saved, or the version a colleague saved first. */
function useUpdateLead() {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(UpdateLead, { fetchPolicy: 'no-cache' });
  return async (id: string, input: LeadChanges, ifUpdatedAt: string): Promise<SaveOutcome<LeadValues>> => {
    const result = await settleEdit(mutate({ variables: { id, input, ifUpdatedAt } }), {
      done: 'Lead updated successfully.',
      failed: 'Failed to update lead. Please try again.',
    });
    const updated = result.success;
    if (updated) cache.batch({ update: (board) => applyServerLead(board, updated) });
    return saveOutcome(result, toLeadValues);
  };
}

/** The form values of a lead. */
type LeadValues = {
  name: string;
  company: string;
  email: string;
  phone: string;
  value: string;
  source: LeadSource;
  notes: string;
  /** Empty for nobody. */
  ownerId: string;
};

type LeadRecord = { [Field in keyof LeadValues]?: LeadValues[Field] | null | (Field extends 'value' ? number : never) } & {
  owner?: { id?: string } | null;
};

/** A lead as form values. */
const toLeadValues = ({ name, company, email, phone, value, source, notes, ownerId, owner }: LeadRecord): LeadValues => ({
  name: name ?? '',
  company: company ?? '',
  email: email ?? '',
  phone: phone ?? '',
  value: String(value ?? ''),
  source: source ?? 'website',
  notes: notes ?? '',
  ownerId: ownerId ?? owner?.id ?? '',
});
