import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { Box, Button, Chip, Link, Paper, Typography } from '@mui/material';
import { ArrowRight, Check, Circle, type LucideIcon, TrendingDown, TrendingUp } from 'lucide-react';
import { Link as RouterLink } from 'react-router-dom';
import { SPEAKER_LABELS } from '#contract/call.ts';
import { INSIGHT_CATEGORY_LABELS } from '#contract/coaching.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { memoRow } from '#web/lib/memo-row.ts';
import { trainingSearchPath, turnPath } from '#web/lib/paths.ts';
import { useMay, useViewer } from '#web/session/session.tsx';
import type { Tone } from '#web/theme/theme.ts';
import { touchTarget } from '#web/ui/styles.ts';
import { PriorityChip } from '#web/ui/values/chips.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

const InsightCard_insight = graphql(`
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
    person {
      id
      displayName
    }
    ...Evidence_insight
    ...FollowUp_insight
  }
`);

/** An insight with its action item, evidence and follow-up. */
export const InsightCard = memoRow(function InsightCard({ insight }: { insight: FragmentType<typeof InsightCard_insight> }) {
  const { data, complete } = useFragment({ fragment: InsightCard_insight, fragmentName: 'InsightCard_insight', from: insight });
  const update = useUpdateInsight();
  const viewer = useViewer();
  const mayChange = useMay('coaching.change');
  if (!complete) return null;
  const { id, category, insight: sentence, priority, actionItem, isImplemented, implementedAt, createdAt, source, person } = data;
  return (
    <Paper component="li" aria-label={sentence} sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Chip label={INSIGHT_CATEGORY_LABELS[category]} />
        <PriorityChip priority={priority} />
        <Typography variant="caption" sx={{ color: 'text.secondary', ml: 'auto' }}>
          {person && person.id !== viewer.id && `${person.displayName} · `}
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
        {mayChange && (
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
        )}
      </Box>
    </Paper>
  );
});

const Evidence_insight = graphql(`
  fragment Evidence_insight on CoachingInsight {
    id
    evidence {
      callId
      callKind
      callTitle
      turn
      speaker
      quote
    }
  }
`);

const quoteListStyles = { display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' } as const;
const quoteStyles = { m: 0, pl: 1.5, borderLeft: '2px solid', borderColor: 'hairline', overflowWrap: 'anywhere' } as const;

/** The quotes an insight is based on, each linking to its place in the call. */
function Evidence({ insight }: { insight: FragmentType<typeof Evidence_insight> }) {
  const { data, complete } = useFragment({ fragment: Evidence_insight, from: insight });
  if (!complete || data.evidence.length === 0) return null;
  return (
    <Box component="ul" aria-label="Evidence" sx={quoteListStyles}>
      {data.evidence.map(({ callId, callKind, callTitle, turn, speaker, quote: text }) => (
        <Box component="li" key={`${callId} ${turn} ${text}`}>
          <Box component="blockquote" sx={quoteStyles}>
            <Typography variant="body2">“{text}”</Typography>
            <Typography variant="caption" component="footer" sx={{ color: 'text.secondary' }}>
              {speaker && `${SPEAKER_LABELS[speaker]} · `}
              <Link
                component={RouterLink}
                sx={touchTarget}
                to={callKind === 'transcription' ? turnPath(callId, turn) : trainingSearchPath(callTitle)}
              >
                {callTitle}
              </Link>
            </Typography>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const FollowUp_insight = graphql(`
  fragment FollowUp_insight on CoachingInsight {
    id
    followUp {
      label
      thenText
      nowText
      good
      calls
      verdict
    }
  }
`);

type VerdictStyle = { tone: Tone; verdictLabel: string; Icon: LucideIcon };

const VERDICTS: Readonly<Record<'better' | 'same' | 'worse', VerdictStyle>> = {
  better: { tone: 'success', verdictLabel: 'Better', Icon: TrendingUp },
  same: { tone: 'neutral', verdictLabel: 'Same', Icon: ArrowRight },
  worse: { tone: 'error', verdictLabel: 'Worse', Icon: TrendingDown },
};

/** How the metric of an insight developed: "Talk share 71% → 58% over 4 calls since". */
function FollowUp({ insight }: { insight: FragmentType<typeof FollowUp_insight> }) {
  const { data, complete } = useFragment({ fragment: FollowUp_insight, from: insight });
  if (!complete || !data.followUp) return null;
  const { label, thenText, nowText, good, calls, verdict } = data.followUp;
  if (verdict === 'unknown') {
    return (
      <Typography variant="body2" className="tabular">
        {label} {thenText}, no calls since <TargetRange range={good} />
      </Typography>
    );
  }
  const { tone, verdictLabel, Icon } = VERDICTS[verdict];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
      <Chip color={tone} icon={<Icon size={12} aria-hidden />} label={verdictLabel} />
      <Typography variant="body2" className="tabular">
        {label} {thenText} → {nowText} over {calls === 1 ? '1 call' : `${calls} calls`} since <TargetRange range={good} />
      </Typography>
    </Box>
  );
}

const TargetRange = ({ range }: { range: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    (target: {range})
  </Box>
);

const UpdateInsight = graphql(`
  mutation UpdateInsight($id: ID!, $isImplemented: Boolean!) {
    updateInsight(id: $id, input: { isImplemented: $isImplemented }) {
      ... on CoachingInsight {
        id
        isImplemented
        implementedAt
      }
      ... on Failure {
        message
      }
    }
  }
`);

/** Marks an insight as implemented or not, optimistically. */
function useUpdateInsight() {
  const [mutate] = useMutation(UpdateInsight);
  return (id: string, isImplemented: boolean) => {
    const implementedAt = isImplemented ? new Date().toISOString() : null;
    const optimisticResponse = { updateInsight: { __typename: 'CoachingInsight' as const, id, isImplemented, implementedAt } };
    return runMutation(mutate({ variables: { id, isImplemented }, optimisticResponse }), {
      done: 'Insight status updated',
      failed: 'Failed to update insight',
    });
  };
}
