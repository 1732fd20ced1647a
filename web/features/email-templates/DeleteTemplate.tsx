import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { useDeleteTemplate } from './use-delete-template.ts';

const DeleteTemplate_template = graphql(`
  fragment DeleteTemplate_template on EmailTemplate {
    id
    name
  }
`);

type DeleteTemplateProps = { id: string; template: FragmentType<typeof DeleteTemplate_template>; onClose: () => void };

/** Asks once before a template is deleted. */
export function DeleteTemplate({ id, template, onClose }: DeleteTemplateProps) {
  const { data } = useFragment({ fragment: DeleteTemplate_template, from: template });
  // Once it is gone it has no name any more; the question keeps it.
  const [name] = useState(data.name);
  const remove = useDeleteTemplate();
  return (
    <ConfirmDialog
      title={`Delete “${name}”?`}
      action={{ label: 'Delete', pending: 'Deleting...' }}
      onConfirm={() => remove(id)}
      onClose={onClose}
    >
      It disappears for everyone. You can undo this for a few seconds.
    </ConfirmDialog>
  );
}
