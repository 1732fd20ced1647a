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

export type RuleState = { key: CoachingRuleKey; enabled: boolean; threshold: number | null };
type Change = { enabled?: boolean; threshold?: number | null };

/** Changes a coaching rule, optimistically. */
export function useChangeRule() {
  const [mutate] = useMutation(ChangeCoachingRule);
  const send = async ({ key, enabled, threshold }: RuleState, input: Change, changes: Partial<RuleState>): Promise<void> => {
    const optimistic = { __typename: 'CoachingRule', id: key, enabled, threshold, ...changes } as const;
    await runMutation(mutate({ variables: { key, input }, optimisticResponse: { changeCoachingRule: optimistic } }), {
      failed: 'Failed to update coaching rule',
    });
  };
  return {
    change: (rule: RuleState, changes: { enabled?: boolean; threshold?: number }) => send(rule, changes, changes),
    reset: (rule: RuleState, standard: number) => send(rule, { threshold: null }, { threshold: standard }),
  };
}
