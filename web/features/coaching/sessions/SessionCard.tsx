import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, Chip, LinearProgress, Typography } from '@mui/material';
import { graphql } from '#web/gql/gql.ts';
import { capitalize, pluralize } from '#web/lib/format/text.ts';
import { useViewer } from '#web/session/session.tsx';
import { CardItem } from '#web/ui/lists/CardGrid.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';

const SessionCard_session = graphql(`
  fragment SessionCard_session on CoachingSession {
    id
    title
    status
    overallScore
    recommendations
    goals {
      text
    }
    calls {
      id
    }
    progress {
      implemented
      insights
    }
    createdAt
    person {
      id
      displayName
    }
    sharedWith {
      id
      displayName
    }
  }
`);

/** How many recommendations and goals a card shows. */
const MAX_LINES = 3;

function BulletList({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <Box>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 0.5, pl: 2.25, listStyleType: 'disc', typography: 'body2', color: 'text.secondary' }}>
        {lines.slice(0, MAX_LINES).map((line) => (
          <Box component="li" key={line} sx={{ overflowWrap: 'anywhere' }}>
            {line}
          </Box>
        ))}
      </Box>
    </Box>
  );
}

type Person = { readonly id: string; readonly displayName: string } | null;

/** Whose session it is and with whom it is shared, as a short text; null for one's own that is not shared. */
export function whoseSession({ person, sharedWith }: { readonly person: Person; readonly sharedWith: Person }, viewerId: string) {
  if (sharedWith?.id === viewerId) return `Shared by ${person?.displayName ?? 'a former user'}`;
  const owner = person?.id === viewerId ? null : (person?.displayName ?? 'Former user');
  return [owner, sharedWith && `Shared with ${sharedWith.displayName}`].filter(Boolean).join(' · ') || null;
}

/** A session: its score, recommendations, goals and progress. */
export function SessionCard({ session, onOpen }: { session: FragmentType<typeof SessionCard_session>; onOpen: (id: string) => void }) {
  const { data, complete } = useFragment({ fragment: SessionCard_session, from: session });
  const viewer = useViewer();
  if (!complete) return null;
  const { id, title, status, overallScore, recommendations, goals, calls, progress, createdAt } = data;
  const whose = whoseSession(data, viewer.id);
  return (
    <CardItem height={320} label={title}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography component="h2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          <Typography variant="caption" sx={{ color: 'text.secondary' }}>
            <RelativeTime at={createdAt} />
            {whose && ` · ${whose}`}
          </Typography>
        </Box>
        <StatusBadge status={status} />
      </Box>
      <Score score={overallScore} />
      <BulletList title="Recommendations" lines={recommendations} />
      <BulletList title="Goals" lines={goals.map(({ text }) => text)} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 'auto' }}>
        <Typography variant="caption" className="tabular" sx={{ flex: 1, minWidth: 160, color: 'text.secondary' }}>
          {pluralize(calls.length, 'call')} · {pluralize(progress.insights, 'insight')}, {progress.implemented} implemented
        </Typography>
        <Button size="small" variant="outlined" onClick={() => onOpen(id)} aria-label={`Open ${title}`}>
          Open
        </Button>
      </Box>
    </CardItem>
  );
}

/** The overall score as a percentage and a bar. */
export function Score({ score }: { score: number | null }) {
  const percent = score === null ? null : Math.round(score * 100);
  return (
    <Box>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: 1, mb: 0.5 }}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          Overall score
        </Typography>
        <Typography className="tabular" sx={{ fontWeight: 600 }}>
          {percent === null ? 'Not enough data' : `${percent}%`}
        </Typography>
      </Box>
      {percent !== null && <LinearProgress variant="determinate" value={percent} aria-label="Overall score" />}
    </Box>
  );
}

/** Active is highlighted; any other status is neutral. */
export const StatusBadge = ({ status }: { status: string }) => (
  <Chip color={status === 'active' ? 'brand' : 'neutral'} label={capitalize(status)} />
);
