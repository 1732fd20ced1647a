import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { CreateTemplate } from '#web/templates/CreateTemplate.tsx';
import type { TemplateValues } from '#web/templates/template-values.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { EditTemplate } from './EditTemplate.tsx';
import { PersonalizeEmail } from './personalize/PersonalizeEmail.tsx';
import type { ListedTemplate } from './TemplateList.tsx';

/** The open dialog. Personalizing without a template lets the user choose one. */
export type TemplateTask =
  | { act: 'create'; start: TemplateValues }
  | { act: 'edit' | 'delete'; template: ListedTemplate }
  | { act: 'personalize'; template: ListedTemplate | null };

/** The dialog of a task. */
export function TemplateDialogs({ task, onClose }: { task: TemplateTask | null; onClose: () => void }) {
  switch (task?.act) {
    case 'create':
      return <CreateTemplate start={task.start} subject="new-template" onClose={onClose} />;
    case 'edit':
      return <EditTemplate id={task.template.id} template={task.template} onClose={onClose} />;
    case 'delete':
      return <DeleteTemplate id={task.template.id} template={task.template} onClose={onClose} />;
    case 'personalize':
      return <PersonalizeEmail template={task.template} onClose={onClose} />;
    default:
      return null;
  }
}

const DeleteTemplate_template = graphql(`
  fragment DeleteTemplate_template on EmailTemplate {
    id
    name
  }
`);

type DeleteTemplateProps = { id: string; template: FragmentType<typeof DeleteTemplate_template>; onClose: () => void };

/** Confirms deleting a template. */
function DeleteTemplate({ id, template, onClose }: DeleteTemplateProps) {
  const { data } = useFragment({ fragment: DeleteTemplate_template, from: template });
  // Once it is deleted it has no name any more; the question keeps it.
  const [name] = useState(data.name);
  const remove = useDeleteTemplate();
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      action={{ label: 'Delete', pending: 'Deleting...' }}
      onConfirm={() => remove(id)}
      onClose={onClose}
    >
      It is deleted for everyone. You can undo this for a few seconds.
    </ConfirmDialog>
  );
}

const DeleteEmailTemplate = graphql(`
  mutation DeleteEmailTemplate($id: ID!) {
    deleteEmailTemplate(id: $id) {
      ... on EmailTemplate {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Deletes a template and offers to undo that; returns whether it worked. */
function useDeleteTemplate() {
  const [mutate, { client }] = useMutation(DeleteEmailTemplate, { fetchPolicy: 'no-cache' });
  const restore = useRestoreTemplate();
  return async (id: string): Promise<boolean> => {
    const deleted = await runMutation(mutate({ variables: { id } }), { failed: 'Failed to delete template' });
    if (!deleted) return false;
    client.cache.evict({ id: client.cache.identify(deleted) });
    notify({
      title: 'Success',
      description: 'Template deleted successfully',
      tone: 'success',
      action: { label: 'Undo', run: () => void restore(id) },
    });
    return true;
  };
}

const RestoreEmailTemplate = graphql(`
  mutation RestoreEmailTemplate($id: ID!) {
    restoreEmailTemplate(id: $id) {
      ... on EmailTemplate {
        id
        ...TemplateCard_template
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Restores a deleted template. */
function useRestoreTemplate() {
  const [mutate] = useMutation(RestoreEmailTemplate);
  return (id: string) =>
    runMutation(mutate({ variables: { id } }), { done: 'Template restored successfully', failed: 'Failed to restore template' });
}
