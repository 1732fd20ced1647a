import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { notify } from '#web/ui/toasts/toast.ts';

const TestShop = graphql(`
  mutation TestShop {
    testShop {
      success
      message
    }
  }
`);

/** Asks the store whether it knows us; `said` is what it last answered. */
export function useTestShop() {
  const [test, { loading: pending }] = useMutation(TestShop);
  const [said, setSaid] = useState<{ success: boolean; message: string } | null>(null);
  const run = async () => {
    setSaid(null);
    const answer = await runMutation(test(), { failed: 'Failed to test Shopify connection' });
    if (!answer) return;
    setSaid(answer);
    const description = answer.message;
    notify(
      answer.success ? { title: 'Success', description, tone: 'success' } : { title: 'Connection Failed', description, tone: 'error' },
    );
  };
  return { run, pending, said };
}
