import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Paper, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import type { LiveMetrics_CallFragment } from '#web/gql/graphql.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { type LiveMetric, primaryMetrics, secondaryMetrics } from './live-metrics.ts';

const LiveMetrics_call = graphql(`
  fragment LiveMetrics_call on LiveCall {
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

const tilesStyles = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(112px, 1fr))',
  gap: 0.5,
  m: 0,
  p: 1,
} as const;

function PrimaryMetric({ label, value, tone, basis }: LiveMetric) {
  return (
    <Tooltip title={basis} describeChild>
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

function SecondaryMetric({ label, value, basis }: LiveMetric) {
  return (
    <Tooltip title={basis} describeChild>
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

function MetricsPanel({ metrics }: { metrics: LiveMetrics_CallFragment['metrics'] | null }) {
  return (
    <Paper component="section" aria-label="Metrics">
      <Box sx={tilesStyles}>
        {primaryMetrics(metrics).map((metric) => (
          <PrimaryMetric key={metric.label} {...metric} />
        ))}
      </Box>
      <Box
        sx={{
          // Always in one row, so that the prompts below do not move.
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
        {secondaryMetrics(metrics).map((metric) => (
          <SecondaryMetric key={metric.label} {...metric} />
        ))}
      </Box>
    </Paper>
  );
}

/** The metrics of an active call; a tooltip explains each. */
export function LiveMetrics({ call }: { call: FragmentType<LiveMetrics_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: LiveMetrics_call, from: call });
  return <MetricsPanel metrics={complete ? data.metrics : null} />;
}

/** Placeholders before a call. */
export const EmptyMetrics = () => <MetricsPanel metrics={null} />;
