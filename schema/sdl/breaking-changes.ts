import { type BreakingChange, findBreakingChanges, type GraphQLSchema } from 'graphql';

/** Breaking changes that were decided on: what breaks, and why it does. */
export type Acknowledged = Readonly<Record<string, string>>;

/** What stands in the way of releasing a schema after another: a sentence each; none when nothing does. */
export function complaints(released: GraphQLSchema, current: GraphQLSchema, acknowledged: Acknowledged): string[] {
  const broken = findBreakingChanges(released, current).map(sentence);
  const unsaid = broken.filter((change) => !(change in acknowledged));
  const untrue = Object.keys(acknowledged).filter((change) => !broken.includes(change));
  const unexplained = Object.entries(acknowledged).filter(([change, reason]) => broken.includes(change) && reason.trim() === '');
  return [
    ...unsaid.map((change) => `Breaks clients: ${change}`),
    ...untrue.map((change) => `Listed, but not true: ${change}`),
    ...unexplained.map(([change]) => `Listed without a reason: ${change}`),
  ];
}

const sentence = ({ description }: BreakingChange): string => description;
