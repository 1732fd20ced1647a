import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Paper, Tooltip, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { LiveFigures_CallFragment } from '#web/gql/graphql.ts';
import { type LiveMetric, primaryMetrics, secondaryMetrics } from './live-metrics.ts';

const LiveFigures_call = graphql(`
  fragment LiveFigures_call on LiveCall {
    id
    metrics {
      wordCount
      questionRatio
      sentimentScore
      engagementLevel
      talkShare
      talkShareBasis
      longestMonologue
      pace
    }
  }
`);

const tiles = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
  gap: 0.5,
  m: 0,
  p: 1,
} as const;

function Tile({ label, value, tone, from }: LiveMetric) {
  return (
    <Tooltip title={from} describeChild>
      <Box
        tabIndex={0}
        role="group"
        aria-label={label}
        sx={{ display: 'grid', gap: 0.25, px: 1, py: 0.75, borderRadius: '6px', cursor: 'help' }}
      >
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Typography variant="h5" component="p" className="tabular" sx={tone ? { color: `tone.${tone}.ink` } : undefined}>
          {value}
        </Typography>
      </Box>
    </Tooltip>
  );
}

function Quiet({ label, value, from }: LiveMetric) {
  return (
    <Tooltip title={from} describeChild>
      <Box tabIndex={0} role="group" aria-label={label} sx={{ borderRadius: '4px', cursor: 'help' }}>
        <Typography variant="caption" component="p" noWrap sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Typography variant="body2" className="tabular" sx={{ fontWeight: 500 }}>
          {value}
        </Typography>
      </Box>
    </Tooltip>
  );
}

function Figures({ metrics }: { metrics: LiveFigures_CallFragment['metrics'] | null }) {
  return (
    <Paper component="section" aria-label="Metrics">
      <Box sx={tiles}>
        {primaryMetrics(metrics).map((figure) => (
          <Tile key={figure.label} {...figure} />
        ))}
      </Box>
      <Box
        sx={{
          // Side by side whatever they say: what stands below must not move while it is read.
          display: 'grid',
          gridTemplateColumns: 'repeat(3, auto)',
          justifyContent: 'space-between',
          columnGap: 1,
          px: 2,
          py: 1.25,
          borderTop: '1px solid',
          borderColor: 'divider',
        }}
      >
        {secondaryMetrics(metrics).map((figure) => (
          <Quiet key={figure.label} {...figure} />
        ))}
      </Box>
    </Paper>
  );
}

/** What is counted in a call while it runs; each number says what it was counted from. */
export function LiveMetrics({ call }: { call: FragmentType<LiveFigures_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: LiveFigures_call, from: call });
  return <Figures metrics={complete ? data.metrics : null} />;
}

/** The same before a call. */
export const NoMetrics = () => <Figures metrics={null} />;
