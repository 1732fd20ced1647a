import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { copyText } from '#web/lib/copy-text.ts';

export const MarkReplyUsed = graphql(`
  mutation MarkReplyUsed($id: ID!) {
    markReplyUsed(id: $id) {
      ... on AiResponse {
        id
        used
        usedAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Copies a reply as it stands on the screen, then records that it is used. */
export function useCopyReply() {
  const [markUsed] = useMutation(MarkReplyUsed);
  const [copying, setCopying] = useState(false);

  const copy = async (id: string, text: string) => {
    setCopying(true);
    await runMutation(
      copyText(text).then(() => markUsed({ variables: { id } })),
      { done: 'Response copied to clipboard and marked as used.', failed: 'Failed to copy response.' },
    );
    setCopying(false);
  };

  return { copy, copying };
}
