import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, FormControl, FormLabel, InputAdornment, MenuItem, Select } from '@mui/material';
import { type KeyboardEvent, useId } from 'react';
import { Controller, FormProvider, useForm } from 'react-hook-form';
import { PRIORITIES, type Priority } from '#contract/call.ts';
import { TranscriptionChanges } from '#contract/transcription-input.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { EditConflictAlert } from '#web/ui/states/EditConflictAlert.tsx';
import { changedFields, useEditConflict } from '#web/ui/states/use-edit-conflict.ts';
import { PRIORITY_LABELS } from '#web/ui/values/chips.tsx';
import { type CallValues, callValuesOf, useUpdateCall } from '../use-update-call.ts';

const EditForm = TranscriptionChanges.pick({ callValue: true, priority: true }).required();

const LABELS = new Map<string, string>(Object.entries(PRIORITY_LABELS));
const FIELDS = [
  { name: 'callValue', label: 'Call Value', show: (value: string) => (value === '' ? 'Empty' : `$${value}`) },
  { name: 'priority', label: 'Priority', show: (priority: string) => LABELS.get(priority) ?? priority },
] as const;

type EditCallValuesProps = { id: string; callValue: string | null; priority: Priority; updatedAt: string; onDone: () => void };

/** The form for the value and priority of a call. The input stays when saving fails. */
export function EditCallValues({ id, callValue, priority, updatedAt, onDone }: EditCallValuesProps) {
  const priorityId = useId();
  const update = useUpdateCall();
  const edit = useEditConflict<CallValues>({ values: callValuesOf({ callValue, priority }), updatedAt });
  const form = useForm({ resolver: zodResolver(EditForm), defaultValues: edit.base });
  const { isSubmitting, errors } = form.formState;
  const { ref, ...value } = form.register('callValue');
  const save = form.handleSubmit(async (submitted) => {
    // Only changed fields are sent, so that a colleague's change of the other one is kept.
    const typed = callValuesOf(form.getValues());
    const fields = changedFields(edit.base, typed);
    const changed = EditForm.partial().parse(Object.fromEntries(Object.entries(submitted).filter(([field]) => fields.includes(field))));
    if (fields.length === 0 || (await edit.save(typed, (ifUpdatedAt) => update(id, changed, ifUpdatedAt)))) onDone();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onDone();
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => (isSubmitting ? event.preventDefault() : save(event))}
      onKeyDown={onKeyDown}
      sx={{ display: 'grid', gap: 1.5 }}
    >
      <FormProvider {...form}>
        <EditConflictAlert what="call" edit={edit} fields={FIELDS} />
      </FormProvider>
      <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: '1fr 1fr' }}>
        <Field
          label="Call Value"
          {...value}
          inputRef={ref}
          error={errors.callValue?.message}
          autoFocus
          autoComplete="off"
          slotProps={{ input: { inputMode: 'decimal' } }}
          startAdornment={<InputAdornment position="start">$</InputAdornment>}
        />
        <Controller
          name="priority"
          control={form.control}
          render={({ field: { ref: inputRef, ...field } }) => (
            <FormControl fullWidth size="small">
              <FormLabel id={priorityId}>Priority</FormLabel>
              <Select labelId={priorityId} inputRef={inputRef} {...field} value={field.value ?? 'medium'}>
                {PRIORITIES.toReversed().map((each) => (
                  <MenuItem key={each} value={each}>
                    {PRIORITY_LABELS[each]}
                  </MenuItem>
                ))}
              </Select>
            </FormControl>
          )}
        />
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <LoadingButton type="submit" size="small" variant="contained" loading={isSubmitting}>
          Save
        </LoadingButton>
        <Button size="small" variant="outlined" onClick={onDone}>
          Cancel
        </Button>
      </Box>
    </Box>
  );
}
