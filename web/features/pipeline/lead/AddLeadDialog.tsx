import { useApolloClient, useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { NewLead } from '#contract/lead-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { DraftNotice } from '#web/drafts/DraftNotice.tsx';
import { useFormDraft } from '#web/drafts/use-form-draft.ts';
import { graphql } from '#web/gql/gql.ts';
import { useViewer } from '#web/session/session.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { applyServerLead } from '../board-cache.ts';
import { LeadFields } from './LeadFields.tsx';

const EMPTY = { name: '', company: '', email: '', phone: '', value: '', source: 'website' } satisfies z.input<typeof NewLead>;

/** The form for a new lead. What is typed is a draft until it is saved. */
export function AddLeadDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateLead();
  const viewer = useViewer();
  const base = { ...EMPTY, ownerId: viewer.id };
  const form = useForm({ resolver: zodResolver(NewLead), defaultValues: base });
  const draft = useFormDraft({ subject: 'new-lead', form, base });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (lead) => {
    const typed = form.getValues();
    if ((await create(lead)) && draft.settle(typed)) onClose();
  });

  return (
    <FormDialog
      title="Add New Lead"
      submit={{ label: 'Add Lead', pending: 'Creating...' }}
      pending={isSubmitting}
      maxWidth="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormProvider {...form}>
        <DraftNotice draft={draft} />
        <LeadFields />
      </FormProvider>
    </FormDialog>
  );
}

const CreateLead = graphql(`
  mutation CreateLead($input: CreateLeadInput!) {
    createLead(input: $input) {
      ... on Lead {
        ...BoardLead @unmask
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Creates a lead and adds it to the board; returns whether it succeeded. */
function useCreateLead() {
  const { cache } = useApolloClient();
  const [mutate] = useMutation(CreateLead, { fetchPolicy: 'no-cache' });
  return async (input: NewLead): Promise<boolean> => {
    const created = await runMutation(mutate({ variables: { input } }), {
      done: 'Lead created successfully.',
      failed: 'Failed to create lead. Please try again.',
    });
    if (created) cache.batch({ update: (board) => applyServerLead(board, created) });
    return created !== null;
  };
}
