import { useApolloClient, useMutation } from '@apollo/client/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { FormProvider, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { NewLead } from '#contract/lead-input.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { useViewer } from '#web/session/session.tsx';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { applyServerLead } from '../board-cache.ts';
import { LeadFields } from './LeadFields.tsx';

const EMPTY = { name: '', company: '', email: '', phone: '', value: '', source: 'website' } satisfies z.input<typeof NewLead>;

/** The form for a new lead. Input survives closing and failed saves; only success resets it. */
export function AddLeadDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const create = useCreateLead();
  const viewer = useViewer();
  const form = useForm({ resolver: zodResolver(NewLead), defaultValues: { ...EMPTY, ownerId: viewer.id } });
  const { isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (lead) => {
    if (!(await create(lead))) return;
    onClose();
    form.reset();
  });

  if (!open) return null;
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
