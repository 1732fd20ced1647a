import { useMutation } from '@apollo/client/react';
import { Sparkles } from 'lucide-react';
import { settle } from '#web/apollo/settle.ts';
import { graphql } from '#web/gql/gql.ts';
import { HoldableButton } from '#web/ui/dialogs/HoldableButton.tsx';

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
  const create = () => settle(mutate(), { done: 'Sample interaction flows created', failed: 'Failed to create sample flows' });
  return (
    <HoldableButton variant="contained" startIcon={<Sparkles size={18} aria-hidden />} held={loading} onClick={create}>
      {loading ? 'Creating...' : 'Create Sample Flows'}
    </HoldableButton>
  );
}
