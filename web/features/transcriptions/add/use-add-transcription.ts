import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import type { AddTranscriptionInput } from '#web/gql/graphql.ts';

export const AddCall = graphql(`
  mutation AddCall($input: AddTranscriptionInput!) {
    addTranscription(input: $input) {
      ... on Transcription {
        id
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Adds a call and has it analysed; the list hears of it by itself. Answers whether that worked. */
export function useAddTranscription() {
  const [mutate] = useMutation(AddCall);
  return async (input: AddTranscriptionInput): Promise<boolean> => {
    const added = await runMutation(mutate({ variables: { input } }), {
      done: 'Transcription added and analyzed successfully.',
      failed: 'Failed to add transcription.',
    });
    return added !== null;
  };
}
