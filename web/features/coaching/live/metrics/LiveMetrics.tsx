import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, Paper, Typography } from '@mui/material';
import { useState } from 'react';
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
      <Box role="group" aria-label={label} sx={{ display: 'grid', gap: 0.25, px: 1, py: 0.75, borderRadius: '6px', cursor: 'help' }}>
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
      <Box role="group" aria-label={label} sx={{ cursor: 'help' }}>
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
  const [explained, setExplained] = useState(false);
  const [primary, secondary] = [primaryMetrics(metrics), secondaryMetrics(metrics)];
  return (
    <Paper component="section" aria-label="Metrics">
      <Box sx={tilesStyles}>
        {primary.map((metric) => (
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
        {secondary.map((metric) => (
          <SecondaryMetric key={metric.label} {...metric} />
        ))}
      </Box>
      <Box sx={{ px: 1, pb: 1 }}>
        <Button size="small" variant="text" aria-expanded={explained} onClick={() => setExplained(!explained)}>
          {explained ? 'Hide explanations' : 'Explain these numbers'}
        </Button>
        {explained && (
          <Box component="dl" sx={{ m: 0, px: 1, typography: 'caption', color: 'text.secondary' }}>
            {[...primary, ...secondary].map(({ label, basis }) => (
              <Box key={label} sx={{ display: 'flex', gap: 1, py: 0.25, '& dt': { flex: '0 0 96px', fontWeight: 500 }, '& dd': { m: 0 } }}>
                <dt>{label}</dt>
                <dd>{basis}</dd>
              </Box>
            ))}
          </Box>
        )}
      </Box>
    </Paper>
  );
}

/** The metrics of an active call, explained by tooltips or all at once. */
export function LiveMetrics({ call }: { call: FragmentType<LiveMetrics_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: LiveMetrics_call, from: call });
  return <MetricsPanel metrics={complete ? data.metrics : null} />;
}

/** Placeholders before a call. */
export const EmptyMetrics = () => <MetricsPanel metrics={null} />;
