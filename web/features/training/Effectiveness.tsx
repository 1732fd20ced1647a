import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Tooltip } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';

const Effectiveness_item = graphql(`
  fragment Effectiveness_item on TrainingItem {
    effectivenessScore
  }
`);

/** How well an item serves: of the answers that cite it, how many were sent. */
export function Effectiveness({ item }: { item: FragmentType<typeof Effectiveness_item> }) {
  const { effectivenessScore } = useFragment({ fragment: Effectiveness_item, from: item }).data;
  const known = typeof effectivenessScore === 'number';
  return (
    <Tooltip
      title={known ? `Of 100 answers that cite it, ${effectivenessScore} were copied to be sent` : 'No answer cites it yet'}
      describeChild
    >
      <span className="tabular">{known ? `${effectivenessScore}% effective` : 'Not rated yet'}</span>
    </Tooltip>
  );
}
