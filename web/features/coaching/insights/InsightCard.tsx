import type { FragmentType } from '@apollo/client';
import { useFragment, useMutation } from '@apollo/client/react';
import { Box, Button, Link, Paper, Typography } from '@mui/material';
import { ArrowRight, Check, Circle, type LucideIcon, TrendingDown, TrendingUp } from 'lucide-react';
import { Link as RouterLink } from 'react-router';
import { INSIGHT_CATEGORY_LABELS } from '#contract/coaching.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import type { Tone } from '#web/app/theme.ts';
import { graphql } from '#web/gql/gql.ts';
import { trainingSearchPath, turnPath } from '#web/lib/paths.ts';
import { touchTarget } from '#web/ui/touch-target.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { PriorityBadge } from '#web/ui/values/PriorityBadge.tsx';
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

const SPEAKERS = { rep: 'Rep', customer: 'Customer' } as const;

const quotes = { display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' } as const;
const quote = { m: 0, pl: 1.5, borderLeft: '2px solid', borderColor: 'hairline', overflowWrap: 'anywhere' } as const;

/** The lines of the calls that an insight rests on, each with the way to where it was said. */
function Evidence({ insight }: { insight: FragmentType<typeof Evidence_insight> }) {
  const { data, complete } = useFragment({ fragment: Evidence_insight, from: insight });
  if (!complete || data.evidence.length === 0) return null;
  return (
    <Box component="ul" aria-label="Evidence" sx={quotes}>
      {data.evidence.map(({ callId, callKind, callTitle, turn, speaker, quote: said }) => (
        <Box component="li" key={`${callId} ${turn} ${said}`}>
          <Box component="blockquote" sx={quote}>
            <Typography variant="body2">“{said}”</Typography>
            <Typography variant="caption" component="footer" sx={{ color: 'text.secondary' }}>
              {speaker && `${SPEAKERS[speaker]} · `}
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

type Look = { tone: Tone; word: string; Icon: LucideIcon };

const LOOKS: Readonly<Record<'better' | 'same' | 'worse', Look>> = {
  better: { tone: 'success', word: 'Better', Icon: TrendingUp },
  same: { tone: 'neutral', word: 'Same', Icon: ArrowRight },
  worse: { tone: 'error', word: 'Worse', Icon: TrendingDown },
};

/** What became of the number an insight is about: "Talk share 71% → 58% over 4 calls since". */
function FollowUp({ insight }: { insight: FragmentType<typeof FollowUp_insight> }) {
  const { data, complete } = useFragment({ fragment: FollowUp_insight, from: insight });
  if (!complete || !data.followUp) return null;
  const { label, thenText, nowText, good, calls, verdict } = data.followUp;
  if (verdict === 'unknown') {
    return (
      <Typography variant="body2" className="tabular">
        {label} {thenText}, no calls since <Good range={good} />
      </Typography>
    );
  }
  const { tone, word, Icon } = LOOKS[verdict];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1, rowGap: 0.25 }}>
      <Badge tone={tone} icon={<Icon size={12} aria-hidden />}>
        {word}
      </Badge>
      <Typography variant="body2" className="tabular">
        {label} {thenText} → {nowText} over {calls === 1 ? '1 call' : `${calls} calls`} since <Good range={good} />
      </Typography>
    </Box>
  );
}

const Good = ({ range }: { range: string }) => (
  <Box component="span" sx={{ color: 'text.secondary' }}>
    (good: {range})
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

/** Notes that an insight was put to use, or that it was not: at once on the screen, and back again where that failed. */
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
