import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Chip, FormControl, FormLabel, MenuItem, Select } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Controller, FormProvider, useForm, useFormContext } from 'react-hook-form';
import { splitTags, TRAINING_CATEGORIES, TRAINING_CATEGORY_LABELS } from '#contract/training.ts';
import { NewTrainingItem } from '#contract/training-input.ts';
import { DraftNotice } from '#web/drafts/DraftNotice.tsx';
import { useFormDraft } from '#web/drafts/use-form-draft.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { type TrainingValues, valuesOf } from './training-values.ts';

type TrainingDialogProps = {
  title: string;
  submit: { label: string; pending: string };
  /** Whether the viewer may change it; otherwise they read it. */
  mayChange?: boolean;
  before: TrainingValues;
  /** Names its draft. */
  subject: string;
  /** Gets the values of a restored draft, and those that they were typed over. */
  onRestore?: (typed: TrainingValues, typedOver: Readonly<Record<string, unknown>>) => void;
  notice?: ReactNode;
  /** Saves the input; returns whether that worked. */
  save: (typed: TrainingValues) => Promise<boolean>;
  onClose: () => void;
};

/** The dialog of a new or an existing training item. */
export function TrainingDialog(props: TrainingDialogProps) {
  const { title, submit, mayChange, before, subject, onRestore, notice, save, onClose } = props;
  const form = useForm({ resolver: zodResolver(NewTrainingItem), defaultValues: before });
  const draft = useFormDraft({
    subject,
    form,
    base: before,
    onRestore: (typedOver) => onRestore?.(valuesOf(form.getValues()), typedOver),
  });
  const [typedTitle, typedContent] = form.watch(['title', 'content']);
  const send = form.handleSubmit(async () => {
    const typed = valuesOf(form.getValues());
    if ((await save(typed)) && draft.settle(typed)) onClose();
  });
  return (
    <FormDialog
      title={title}
      submit={submit}
      mayChange={mayChange}
      pending={form.formState.isSubmitting}
      ready={typedTitle.trim() !== '' && typedContent.trim() !== ''}
      maxWidth="sm"
      onSubmit={send}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <DraftNotice draft={draft} />
        {notice}
        <TrainingFields />
      </FormProvider>
    </FormDialog>
  );
}

/** The fields of a training item. */
function TrainingFields() {
  const categoryId = useId();
  const { control, register, formState, watch } = useFormContext<TrainingValues>();
  const { errors } = formState;
  const field = (name: 'title' | 'content' | 'tags' | 'alsoAskedAs') => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, autoComplete: 'off' };
  };
  const tags = splitTags(watch('tags'));

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Field label="Title" {...field('title')} error={errors.title?.message} required autoFocus />
      <Controller
        name="category"
        control={control}
        render={({ field: { ref, ...category } }) => (
          <FormControl fullWidth size="small">
            <FormLabel id={categoryId}>Category</FormLabel>
            <Select labelId={categoryId} inputRef={ref} {...category}>
              {TRAINING_CATEGORIES.map((each) => (
                <MenuItem key={each} value={each}>
                  {TRAINING_CATEGORY_LABELS[each]}
                </MenuItem>
              ))}
            </Select>
          </FormControl>
        )}
      />
      <Field label="Content" {...field('content')} error={errors.content?.message} required multiline minRows={5} maxRows={14} />
      <Field
        label="Also asked as"
        {...field('alsoAskedAs')}
        error={errors.alsoAskedAs?.message}
        hint="Other ways customers ask for it, one per line"
        multiline
        minRows={2}
        maxRows={8}
      />
      <Box>
        <Field label="Tags" {...field('tags')} error={errors.tags?.message} hint="Separate tags with commas" />
        {tags.length > 0 && (
          <Box aria-label="Entered tags" role="group" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 1 }}>
            {tags.map((tag) => (
              <Chip key={tag} label={tag} />
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
}
