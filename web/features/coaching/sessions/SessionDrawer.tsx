import type { FragmentType } from '@apollo/client';
import { useFragment, useQuery } from '@apollo/client/react';
import { Box, Chip, Drawer, Link, Typography } from '@mui/material';
import { useId } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { graphql } from '#web/gql/gql.ts';
import { formatCount } from '#web/lib/format/formats.ts';
import { callPath, trainingSearchPath } from '#web/lib/paths.ts';
import { useViewer } from '#web/session/session.tsx';
import { DrawerCloseButton } from '#web/ui/dialogs/DrawerCloseButton.tsx';
import { Section } from '#web/ui/Section.tsx';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { touchTarget } from '#web/ui/styles.ts';
import { EngineChip, FallbackNote } from '#web/ui/values/chips.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { CoachingLoading } from '../coaching-states.tsx';
import { InsightCard } from '../insights/InsightCard.tsx';
import { Score, StatusBadge, whoseSession } from './SessionCard.tsx';
import { ShareSession } from './ShareSession.tsx';

const SessionDetail = graphql(`
  query SessionDetail($id: ID!) {
    coachingSession(id: $id) {
      id
      title
      status
      overallScore
      engine
      fallbackReason
      createdAt
      recommendations
      goals {
        text
      }
      insights {
        id
        ...InsightCard_insight
      }
      mayShare
      person {
        id
        displayName
      }
      sharedWith {
        id
        displayName
      }
      ...ShareSession_session
      ...SessionMetrics_session
      ...ReviewedCalls_session
    }
  }
`);

const paperStyles = { width: 'min(820px, 100vw)', border: 0, borderRadius: 0 } as const;
const list = { m: 0, pl: 2.5, display: 'grid', gap: 0.5 } as const;

const OrderedList = ({ lines }: { lines: readonly string[] }) => (
  <Box component="ol" sx={list}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </Box>
);

/** A session in a drawer: recommendations, goals, metrics, calls and insights. */
export function SessionDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const titleId = useId();
  const { data, error, refetch } = useQuery(SessionDetail, { variables: { id }, fetchPolicy: 'cache-and-network' });
  const session = data?.coachingSession;
  const viewer = useViewer();
  // Whom it is shared with is on the chip of whoever may share it.
  const whose = session && whoseSession(session.mayShare ? { ...session, sharedWith: null } : session, viewer.id);
  const labelProps = session ? { 'aria-labelledby': titleId } : { 'aria-label': 'Coaching session' };
  return (
    <Drawer
      open
      anchor="right"
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, ...labelProps, sx: paperStyles } }}
    >
      <DrawerCloseButton label="Close session" onClose={onClose} />
      <Box sx={{ display: 'grid', gap: 3, px: { xs: 2, sm: 3 }, py: 3, minWidth: 0 }}>
        {session && (
          <>
            <Box sx={{ pr: 5 }}>
              <Typography variant="h1" component="h2" id={titleId} sx={{ overflowWrap: 'anywhere' }}>
                {session.title}
              </Typography>
              <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 1, color: 'text.secondary' }}>
                <StatusBadge status={session.status} />
                {session.engine && <EngineChip engine={session.engine} fallbackReason={session.fallbackReason} />}
                <Typography variant="body2">
                  <RelativeTime at={session.createdAt} />
                  {whose && ` · ${whose}`}
                </Typography>
                <ShareSession session={session} />
              </Box>
              <Box sx={{ mt: 0.5 }}>
                <FallbackNote reason={session.fallbackReason} what="coaching" />
              </Box>
            </Box>
            <Score score={session.overallScore} />
            {session.recommendations.length > 0 && (
              <Section title="Recommendations">
                <OrderedList lines={session.recommendations} />
              </Section>
            )}
            {session.goals.length > 0 && (
              <Section title="Goals">
                <OrderedList lines={session.goals.map(({ text }) => text)} />
              </Section>
            )}
            <Section title="Metrics">
              <SessionMetrics session={session} />
            </Section>
            <Section title="Calls">
              <ReviewedCalls session={session} />
            </Section>
            {session.insights.length > 0 && (
              <Section title="Insights">
                <Box component="ul" aria-label="Insights of this session" sx={{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
                  {session.insights.map((insight) => (
                    <InsightCard key={insight.id} insight={insight} />
                  ))}
                </Box>
              </Section>
            )}
          </>
        )}
        {!session && (
          // Below the close button.
          <Box sx={{ mt: 4 }}>
            {error && <ErrorPanel error={error} onRetry={() => void refetch()} />}
            {!error && !data && <CoachingLoading />}
            {data && (
              <EmptyState title="Session not found" hint="It may have been deleted, you may not see it, or the link is incomplete." />
            )}
          </Box>
        )}
      </Box>
    </Drawer>
  );
}

const SessionMetrics_session = graphql(`
  fragment SessionMetrics_session on CoachingSession {
    id
    numbers {
      metric
      label
      text
      calls
      counted
      good
      isGood
    }
  }
`);

const row = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) auto 170px' },
  alignItems: 'baseline',
  columnGap: 2,
  rowGap: 0.25,
  py: 1,
  borderTop: '1px solid',
  borderColor: 'divider',
} as const;

/** Every metric of a session, with its target range and what it is based on. */
function SessionMetrics({ session }: { session: FragmentType<typeof SessionMetrics_session> }) {
  const { data, complete } = useFragment({ fragment: SessionMetrics_session, from: session });
  if (!complete) return null;
  return (
    <Box component="ul" aria-label="Metrics" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data.numbers.map(({ metric, label, text, calls, counted, good, isGood }) => (
        <Box component="li" key={metric} sx={row}>
          <Box sx={{ minWidth: 0 }}>
            <Typography sx={{ fontWeight: 500 }}>{label}</Typography>
            <Typography variant="caption" component="p" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
              {calls === 1 ? 'From 1 call: ' : `Average of ${calls} calls: `}
              {counted}.
            </Typography>
          </Box>
          <Chip color={isGood ? 'success' : 'warning'} label={text} />
          <Typography variant="caption" sx={{ color: 'text.secondary', gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
            Target: {good}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

const ReviewedCalls_session = graphql(`
  fragment ReviewedCalls_session on CoachingSession {
    id
    calls {
      id
      kind
      title
      score
      words
      isLabelled
    }
  }
`);

/** The calls of a session, each with its own score. */
function ReviewedCalls({ session }: { session: FragmentType<typeof ReviewedCalls_session> }) {
  const { data, complete } = useFragment({ fragment: ReviewedCalls_session, from: session });
  if (!complete) return null;
  return (
    <Box component="ul" aria-label="Calls" sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
      {data.calls.map(({ id, kind, title, score, words, isLabelled }) => (
        <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <Link
              component={RouterLink}
              to={kind === 'transcription' ? callPath(id) : trainingSearchPath(title)}
              sx={{ ...touchTarget, overflowWrap: 'anywhere' }}
            >
              {title}
            </Link>
            <Typography variant="caption" component="p" className="tabular" sx={{ color: 'text.secondary' }}>
              {formatCount(words)} words
              {!isLabelled && ' · no speaker labels, so metrics per speaker are missing'}
            </Typography>
          </Box>
          <Typography className="tabular" sx={{ fontWeight: 500 }}>
            {score === null ? '–' : `${Math.round(score * 100)}%`}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
