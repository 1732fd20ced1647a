import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, FormControl, FormLabel, InputAdornment, MenuItem, Select } from '@mui/material';
import { type KeyboardEvent, useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { PRIORITIES, type Priority } from '#contract/call.ts';
import { TranscriptionChanges } from '#contract/transcription.ts';
import { HoldableButton } from '#web/ui/dialogs/HoldableButton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { PRIORITY_LABELS } from '#web/ui/values/PriorityBadge.tsx';
import { useUpdateCall } from '../use-update-call.ts';

const Figures = TranscriptionChanges.pick({ callValue: true, priority: true }).required();

type EditFiguresProps = { id: string; callValue: string | null; priority: Priority; onDone: () => void };

/** The value and the priority of a call to change; what was typed stays when saving fails. */
export function EditFigures({ id, callValue, priority, onDone }: EditFiguresProps) {
  const priorityId = useId();
  const update = useUpdateCall();
  const form = useForm({ resolver: zodResolver(Figures), defaultValues: { callValue: callValue ?? '', priority } });
  const { isSubmitting, dirtyFields, errors } = form.formState;
  const { ref, ...value } = form.register('callValue');
  const save = form.handleSubmit(async (figures) => {
    // Only what one changed, so that somebody else's change of the other stays.
    const { callValue: worth, priority: urgency } = figures;
    const changed = { ...(dirtyFields.callValue && { callValue: worth }), ...(dirtyFields.priority && { priority: urgency }) };
    if (await update(id, changed)) onDone();
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
        <HoldableButton type="submit" size="small" variant="contained" held={isSubmitting}>
          Save
        </HoldableButton>
        <Button size="small" variant="outlined" onClick={onDone}>
          Cancel
        </Button>
      </Box>
    </Box>
  );
}
