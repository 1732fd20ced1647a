import { type BreakingChange, findBreakingChanges, type GraphQLSchema } from 'graphql';

/** Intended breaking changes: what breaks, and why. */
export type Acknowledged = Readonly<Record<string, string>>;

/** Problems with releasing `current` after `released`, a sentence each. */
export function releaseProblems(released: GraphQLSchema, current: GraphQLSchema, acknowledged: Acknowledged): string[] {
  const broken = findBreakingChanges(released, current).map(sentence);
  const unacknowledged = broken.filter((change) => !(change in acknowledged));
  const unfounded = Object.keys(acknowledged).filter((change) => !broken.includes(change));
  const unexplained = Object.entries(acknowledged).filter(([change, reason]) => broken.includes(change) && reason.trim() === '');
  return [
    ...unacknowledged.map((change) => `Breaking change: ${change}`),
    ...unfounded.map((change) => `Acknowledged, but does not break: ${change}`),
    ...unexplained.map(([change]) => `Acknowledged without a reason: ${change}`),
  ];
}

const sentence = ({ description }: BreakingChange): string => description;
