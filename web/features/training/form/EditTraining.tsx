import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import { NewTrainingItem, TrainingItemChanges } from '#contract/training.ts';
import { graphql } from '#web/gql/gql.ts';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TrainingFields } from './TrainingFields.tsx';
import { useUpdateTraining } from './use-update-training.ts';

const EditTraining_item = graphql(`
  fragment EditTraining_item on TrainingItem {
    id
    title
    category
    content
    tags
  }
`);

type EditTrainingProps = { item: FragmentType<typeof EditTraining_item>; onClose: () => void };

/** An item's fields as they were when it was opened. Only what one changed is sent. */
export function EditTraining({ item, onClose }: EditTrainingProps) {
  const { data } = useFragment({ fragment: EditTraining_item, from: item });
  const update = useUpdateTraining();
  const { id = '', title = '', category = 'knowledge', content = '', tags = [] } = data;
  const form = useForm({ resolver: zodResolver(NewTrainingItem), defaultValues: { title, category, content, tags: tags.join(', ') } });
  const { isSubmitting, dirtyFields } = form.formState;
  const [typedTitle, typedContent] = form.watch(['title', 'content']);
  const submit = form.handleSubmit(async (values) => {
    const changed = TrainingItemChanges.parse(Object.fromEntries(Object.entries(values).filter(([field]) => field in dirtyFields)));
    if (Object.keys(changed).length === 0 || (await update(id, changed))) onClose();
  });
  return (
    <FormDialog
      title="Edit Training Data"
      submit={{ label: 'Save', pending: 'Saving...' }}
      pending={isSubmitting}
      ready={typedTitle.trim() !== '' && typedContent.trim() !== ''}
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
