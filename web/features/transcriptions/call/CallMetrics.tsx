import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, Chip, Paper, Typography } from '@mui/material';
import { useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { CallMetrics_CallFragment } from '#web/gql/graphql.ts';
import { Section } from '#web/ui/Section.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { type MetricLine, metricLines, missingMetrics } from './metric-lines.ts';

const CallMetrics_call = graphql(`
  fragment CallMetrics_call on Transcription {
    id
    metrics {
      wordCount
      questionRatio
      sentimentScore
      engagementLevel
      talkShare {
        rep
        basis
        ofCall
      }
      longestMonologue {
        words
        length
      }
      longestStory {
        words
        length
      }
      interactivity
      patience
      questions {
        rep {
          count
          perHour
          open
        }
        customer {
          count
          perHour
          open
        }
      }
      interruptions {
        rep
        customer
      }
      silence {
        share
        longest
      }
      pace {
        rep
        customer
        estimated
      }
      fillers {
        rep {
          count
          perMinute
        }
        customer {
          count
          perMinute
        }
      }
      topics {
        topic
        speaker
      }
    }
  }
`);

function Line({ label, value, basis, explained }: MetricLine & { explained: boolean }) {
  return (
    <Tooltip title={explained ? '' : basis} placement="top" describeChild>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          justifyContent: 'space-between',
          gap: 2,
          py: 0.5,
          cursor: explained ? undefined : 'help',
        }}
      >
        <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
          {label}
        </Typography>
        <Typography component="dd" variant="body2" className="tabular" sx={{ m: 0, fontWeight: 500, textAlign: 'right' }}>
          {value}
        </Typography>
        {explained && (
          <Typography component="dd" variant="caption" sx={{ flexBasis: '100%', m: 0, color: 'text.secondary' }}>
            {basis}
          </Typography>
        )}
      </Box>
    </Tooltip>
  );
}

const topicName = (topic: string): string => topic.replaceAll('_', ' ');

/** The metrics of a call, explained by tooltips or all at once; unavailable ones are listed. */
export function CallMetrics({ call }: { call: FragmentType<CallMetrics_CallFragment> }) {
  const { data, complete } = useFragment({ fragment: CallMetrics_call, from: call });
  const [explained, setExplained] = useState(false);
  if (!complete) return null;
  const { metrics } = data;
  const missing = missingMetrics(metrics);
  const topics = [...Map.groupBy(metrics.topics, ({ topic }) => topic)];
  return (
    <Paper sx={{ p: 2 }}>
      <Section title="Conversation">
        <Box component="dl" sx={{ m: 0 }}>
          {metricLines(metrics).map((line) => (
            <Line key={line.label} {...line} explained={explained} />
          ))}
        </Box>
        <Button size="small" variant="text" aria-expanded={explained} onClick={() => setExplained(!explained)} sx={{ mt: 0.5, ml: -1.25 }}>
          {explained ? 'Hide explanations' : 'Explain these numbers'}
        </Button>
        {topics.length > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1.5, textTransform: 'capitalize' }}>
            {topics.map(([topic, mentions]) => (
              <Chip key={topic} label={mentions.length > 1 ? `${topicName(topic)} × ${mentions.length}` : topicName(topic)} />
            ))}
          </Box>
        )}
        {missing.length > 0 && (
          <Typography variant="caption" component="p" sx={{ mt: 1.5, color: 'text.secondary' }}>
            Not available for this transcript: {missing.join(', ')}.
          </Typography>
        )}
      </Section>
    </Paper>
  );
}
