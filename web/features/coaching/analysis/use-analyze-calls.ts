import { useMutation } from '@apollo/client/react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const AnalyzeCalls = graphql(`
  mutation AnalyzeCalls($input: AnalyzeCallsInput!) {
    analyzeCalls(input: $input) {
      ... on CallsAnalyzed {
        transcriptionsAnalyzed
        insights
        session {
          id
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Reviews calls; the lists hear of it by themselves. Answers whether that worked. */
export function useAnalyzeCalls() {
  const [mutate, { loading }] = useMutation(AnalyzeCalls);
  const analyze = async (transcriptionIds: readonly string[]): Promise<boolean> => {
    const made = await runMutation(mutate({ variables: { input: { transcriptionIds: [...transcriptionIds] } } }), {
      doneTitle: 'Analysis Complete',
      done: ({ transcriptionsAnalyzed, insights }) => `Analyzed ${transcriptionsAnalyzed} calls with ${insights} insights generated`,
      failed: 'Failed to analyze transcriptions',
    });
    return made !== null;
  };
  return { analyze, analyzing: loading };
}
