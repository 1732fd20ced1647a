import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { NewTrainingItem } from '#contract/training-input.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { TrainingFields } from './TrainingFields.tsx';
import { dirtyValues, type TrainingValues, valuesOf } from './training-values.ts';

/** What was typed and not saved. */
export type Unsaved = Partial<TrainingValues>;

type TrainingDialogProps = {
  title: string;
  submit: { label: string; pending: string };
  /** How the fields were before anybody typed. */
  before: TrainingValues;
  unsaved: Unsaved;
  notice?: ReactNode;
  /** Saves what was typed; answers whether that worked. */
  save: (typed: TrainingValues) => Promise<boolean>;
  /** Hears what was typed and not saved, so that it is there again when one comes back to it. */
  onClose: (unsaved: Unsaved) => void;
};

/** The fields of a training item in a dialog, of a new one or of one that is there. */
export function TrainingDialog({ title, submit, before, unsaved, notice, save, onClose }: TrainingDialogProps) {
  const form = useForm({
    resolver: zodResolver(NewTrainingItem),
    defaultValues: { ...before, ...unsaved },
  });
  const [typedTitle, typedContent] = form.watch(['title', 'content']);
  const send = form.handleSubmit(async () => {
    if (await save(valuesOf(form.getValues()))) onClose({});
  });
  return (
    <FormDialog
      title={title}
      submit={submit}
      pending={form.formState.isSubmitting}
      ready={typedTitle.trim() !== '' && typedContent.trim() !== ''}
      maxWidth="sm"
      onSubmit={send}
      onClose={() => onClose(dirtyValues(before, valuesOf(form.getValues())))}
    >
      <FormProvider {...form}>
        {notice}
        <TrainingFields />
      </FormProvider>
    </FormDialog>
  );
}
