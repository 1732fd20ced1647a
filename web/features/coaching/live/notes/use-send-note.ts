import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { CoachNotes_call } from './CoachNotes.tsx';

const SendCoachNote = graphql(`
  mutation SendCoachNote($id: ID!, $text: String!) {
    sendCoachNote(id: $id, text: $text) {
      ... on CoachNote {
        id
        text
        createdAt
        author {
          id
          displayName
          profileImageUrl
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Whispers to the rep of a call; answers whether that worked. */
export function useSendNote(callId: string) {
  const [mutate] = useMutation(SendCoachNote);
  return async (text: string): Promise<boolean> => {
    const sent = await runMutation(
      mutate({
        variables: { id: callId, text },
        update: (cache, { data }) => {
          const note = data?.sendCoachNote;
          if (note?.__typename !== 'CoachNote') return;
          // The change that tells of it may have come first.
          cache.updateFragment(
            { fragment: CoachNotes_call, fragmentName: 'CoachNotes_call', from: { __typename: 'LiveCall', id: callId } },
            (call) => call && (call.notes.some(({ id }) => id === note.id) ? call : { ...call, notes: [...call.notes, note] }),
          );
        },
      }),
      { failed: 'Failed to send note' },
    );
    return sent !== null;
  };
}
