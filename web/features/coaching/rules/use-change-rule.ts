import { useMutation } from '@apollo/client/react';
import type { CoachingRuleKey } from '#contract/coaching-rule.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';

const ChangeCoachingRule = graphql(`
  mutation ChangeCoachingRule($key: CoachingRuleKey!, $input: CoachingRuleInput!) {
    changeCoachingRule(key: $key, input: $input) {
      ... on CoachingRule {
        id
        enabled
        threshold
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** How a rule is set now. */
export type RuleNow = { key: CoachingRuleKey; enabled: boolean; threshold: number | null };
type Change = { enabled?: boolean; threshold?: number | null };

/** Sets a rule: on the screen at once, and back again where that failed. */
export function useChangeRule() {
  const [mutate] = useMutation(ChangeCoachingRule);
  const send = async ({ key, enabled, threshold }: RuleNow, input: Change, ahead: Partial<RuleNow>): Promise<void> => {
    const now = { __typename: 'CoachingRule', id: key, enabled, threshold, ...ahead } as const;
    await runMutation(mutate({ variables: { key, input }, optimisticResponse: { changeCoachingRule: now } }), {
      failed: 'Failed to change the coaching rule',
    });
  };
  return {
    change: (rule: RuleNow, to: { enabled?: boolean; threshold?: number }) => send(rule, to, to),
    reset: (rule: RuleNow, standard: number) => send(rule, { threshold: null }, { threshold: standard }),
  };
}
