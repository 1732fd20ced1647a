import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, Paper, Typography } from '@mui/material';
import { Check, Circle } from 'lucide-react';
import { INSIGHT_CATEGORY_LABELS } from '#contract/coaching.ts';
import { graphql } from '#web/gql/gql.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { PriorityBadge } from '#web/ui/values/PriorityBadge.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { Evidence } from './Evidence.tsx';
import { FollowUp } from './FollowUp.tsx';
import { useUpdateInsight } from './use-update-insight.ts';

export const InsightCard_insight = graphql(`
  fragment InsightCard_insight on CoachingInsight {
    id
    category
    insight
    priority
    actionItem
    isImplemented
    implementedAt
    createdAt
    source
    ...Evidence_insight
    ...FollowUp_insight
  }
`);

/** Something to learn: the sentence, what to do, the lines it rests on, and what became of it. */
export function InsightCard({ insight }: { insight: FragmentType<typeof InsightCard_insight> }) {
  const { data, complete } = useFragment({ fragment: InsightCard_insight, fragmentName: 'InsightCard_insight', from: insight });
  const update = useUpdateInsight();
  if (!complete) return null;
  const { id, category, insight: sentence, priority, actionItem, isImplemented, implementedAt, createdAt, source } = data;
  return (
    <Paper component="li" aria-label={sentence} sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Badge>{INSIGHT_CATEGORY_LABELS[category]}</Badge>
        <PriorityBadge priority={priority} />
        <Typography variant="caption" sx={{ color: 'text.secondary', ml: 'auto' }}>
          {implementedAt ? (
            <>
              Implemented <RelativeTime at={implementedAt} />
            </>
          ) : (
            <RelativeTime at={createdAt} />
          )}
        </Typography>
      </Box>
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{sentence}</Typography>
      {actionItem && <Typography sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{actionItem}</Typography>}
      <Evidence insight={data} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: 1.5, mt: 'auto' }}>
        <Box sx={{ flex: '1 1 220px', minWidth: 0, display: 'grid', gap: 0.25 }}>
          <FollowUp insight={data} />
          {source && (
            <Typography variant="caption" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {source}
            </Typography>
          )}
        </Box>
        <Button
          size="small"
          variant="outlined"
          aria-pressed={isImplemented}
          startIcon={isImplemented ? <Check size={14} aria-hidden /> : <Circle size={14} aria-hidden />}
          onClick={() => update(id, !isImplemented)}
          sx={isImplemented ? { color: 'success.main' } : undefined}
        >
          {isImplemented ? 'Implemented' : 'Mark Complete'}
        </Button>
      </Box>
    </Paper>
  );
}
