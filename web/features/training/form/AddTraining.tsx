import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { NewTrainingItem } from '#contract/training.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TrainingFields } from './TrainingFields.tsx';
import { EMPTY } from './training-values.ts';
import { useAddTraining } from './use-add-training.ts';

/** The Add Training Data dialog. What was typed stays when it is closed or when saving failed; only success empties it. */
export function AddTraining({ open, onClose }: { open: boolean; onClose: () => void }) {
  const add = useAddTraining();
  const form = useForm({ resolver: zodResolver(NewTrainingItem), defaultValues: EMPTY });
  const { isSubmitting } = form.formState;
  const [title, content] = form.watch(['title', 'content']);
  const submit = form.handleSubmit(async (item) => {
    if (!(await add(item))) return;
    onClose();
    form.reset(EMPTY);
  });
  if (!open) return null;
  return (
    <FormDialog
      title="Add Training Data"
      submit={{ label: 'Add Training Data', pending: 'Adding...' }}
      pending={isSubmitting}
      ready={title.trim() !== '' && content.trim() !== ''}
      maxWidth="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <TrainingFields />
      </FormProvider>
    </FormDialog>
  );
}
