import { useMutation } from '@apollo/client/react';
import { Sparkles } from 'lucide-react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';

const CreateSamples = graphql(`
  mutation CreateSampleFlows {
    createSampleFlows {
      ... on SampleFlows {
        flows {
          id
        }
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Makes three sample flows; the lists hear of them by themselves. */
export function CreateSampleFlows() {
  const [mutate, { loading }] = useMutation(CreateSamples);
  const create = () => runMutation(mutate(), { done: 'Sample interaction flows created', failed: 'Failed to create sample flows' });
  return (
    <LoadingButton variant="contained" startIcon={<Sparkles size={18} aria-hidden />} loading={loading} onClick={create}>
      {loading ? 'Creating...' : 'Create Sample Flows'}
    </LoadingButton>
  );
}
