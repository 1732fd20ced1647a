import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

export const AnalyzeCall = graphql(`
  mutation AnalyzeCall($id: ID!) {
    analyzeTranscription(id: $id) {
      ... on Transcription {
        id
        ...CallCard_call
        ...CallHead_call
        ...CallNotes_call
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Has a call analysed anew; what a person has set stays as it is. */
export function useAnalyzeCall() {
  const [mutate, { loading }] = useMutation(AnalyzeCall);
  const analyze = (id: string) =>
    runMutation(mutate({ variables: { id } }), { done: 'Call analyzed successfully.', failed: 'Failed to analyze call.' });
  return { analyze, analyzing: loading };
}
