import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { notify } from '#web/ui/toasts/toast.ts';

const PersonalizeEmailDocument = graphql(`
  mutation PersonalizeEmail($id: ID!, $customerId: ID!) {
    personalizeEmail(id: $id, customerId: $customerId) {
      ... on PersonalizedEmail {
        template {
          id
          usageCount
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Copies an email as it stands on the screen, then records that its template was used for this customer. */
export function useCopyEmail() {
  const [record] = useMutation(PersonalizeEmailDocument);
  const [copying, setCopying] = useState(false);

  const copy = async (letter: string, use: { id: string; customerId: string }) => {
    setCopying(true);
    const copied = await copyText(letter).then(
      () => true,
      () => false,
    );
    if (copied) {
      await runMutation(record({ variables: use }), {
        done: 'Personalized email copied to clipboard',
        failed: 'The email was copied, but its use could not be recorded.',
      });
    } else notify({ title: 'Error', description: 'Failed to copy email', tone: 'error' });
    setCopying(false);
  };

  return { copy, copying };
}
