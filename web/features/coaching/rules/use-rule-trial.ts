import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const TryCoachingRule = graphql(`
  query TryCoachingRule($key: CoachingRuleKey!, $threshold: Float) {
    coachingRuleTrial(key: $key, threshold: $threshold) {
      ... on CoachingRuleTrial {
        calls
        fired
        callsFired
      }
      ... on Failure {
        message
      }
    }
  }
`);

type Trial = { calls: number; fired: number; callsFired: number };

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What a trial found, as a sentence. */
function found({ calls, fired, callsFired }: Trial): string {
  if (calls === 0) return 'There is no call yet to try it on';
  const among = calls === 1 ? 'the last call' : `the last ${calls} calls`;
  if (fired === 0) return `Would not have fired in ${among}`;
  return `Would have fired ${counted(fired, 'time')} in ${among}${calls === 1 ? '' : `, in ${callsFired} of them`}`;
}

/** Tries a rule on past calls with a threshold. What was found is told only beside the threshold it was found with. */
export function useRuleTrial(key: CoachingRuleKey, threshold: number | null) {
  const client = useApolloClient();
  const [pending, setPending] = useState(false);
  const [answer, setAnswer] = useState<{ threshold: number | null; said: string } | null>(null);
  const run = async () => {
    setPending(true);
    const asked = client.query({ query: TryCoachingRule, variables: { key, threshold }, fetchPolicy: 'no-cache' });
    const trial = await runMutation(asked, { failed: 'Failed to try the coaching rule' });
    setAnswer(trial && { threshold, said: found(trial) });
    setPending(false);
  };
  return { run, pending, said: answer?.threshold === threshold ? answer.said : null };
}
