import { useApolloClient } from '@apollo/client/react';
import { LayoutTemplate } from 'lucide-react';
import { useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import type { TemplateValues } from '#web/templates/template-values.ts';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { notify } from '#web/ui/toasts/toast.ts';

// Loads when it is opened: most replies are only copied.
const CreateTemplate = lazyWithPreload(() => import('#web/templates/CreateTemplate.tsx').then((m) => m.CreateTemplate));

/** A proposed template and the reply text it was created from. */
type Proposal = { text: string; values: TemplateValues };

/** Saves a reply as an email template. The assistant replaces customer details with variables; the result can be edited first. */
export function SaveAsTemplate({ id, text }: { id: string; text: string }) {
  const propose = useProposeTemplate();
  const [proposing, setProposing] = useState(false);
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [open, setOpen] = useState(false);

  const openDialog = async () => {
    if (proposal?.text === text) return setOpen(true);
    setProposing(true);
    const [proposed, isLoaded] = await Promise.all([propose(id, text), CreateTemplate.preload()]);
    setProposing(false);
    if (!proposed) return;
    if (!isLoaded) return notify({ title: 'Error', description: 'Failed to save template', tone: 'error' });
    const { name, type, subject, body } = proposed;
    setProposal({ text, values: { name, type, subject, body } });
    setOpen(true);
  };

  return (
    <>
      <LoadingButton
        variant="outlined"
        loading={proposing || text.trim() === ''}
        onClick={openDialog}
        startIcon={<LayoutTemplate size={16} aria-hidden />}
      >
        Save as Template
      </LoadingButton>
      <LazyOverlay onError={() => setOpen(false)}>
        {open && proposal && <CreateTemplate start={proposal.values} subject={`template-of-reply/${id}`} onClose={() => setOpen(false)} />}
      </LazyOverlay>
    </>
  );
}

export const TemplateFromReply = graphql(`
  query TemplateFromReply($id: ID!, $text: String!) {
    templateFromReply(replyId: $id, text: $text) {
      ... on ProposedTemplate {
        name
        type
        subject
        body
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Asks the assistant for a template based on a reply; nothing is stored yet. Null if it failed. */
function useProposeTemplate() {
  const client = useApolloClient();
  return (id: string, text: string) =>
    runMutation(client.query({ query: TemplateFromReply, variables: { id, text }, fetchPolicy: 'no-cache' }), {
      failed: 'Failed to save template',
    });
}
