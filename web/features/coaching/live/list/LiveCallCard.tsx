import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Chip, Link, Typography } from '@mui/material';
import { TriangleAlert } from 'lucide-react';
import { Link as RouterLink, type To } from 'react-router-dom';
import { SPEAKER_LABELS } from '#contract/call.ts';
import { sentimentBand } from '#contract/live-call.ts';
import { graphql } from '#web/gql/gql.ts';
import type { LiveCallCard_CallFragment } from '#web/gql/graphql.ts';
import { pluralize } from '#web/lib/format/text.ts';
import { useViewer } from '#web/session/session.tsx';
import { lineClamp } from '#web/ui/styles.ts';
import { Avatar } from '#web/ui/values/Avatar.tsx';
import { CallTimer } from '../CallTimer.tsx';
import { formatShares, TALK_SHARE_WARNING } from '../metrics/live-metrics.ts';
import { isVisible } from '../prompts/PromptGroup.tsx';

const LiveCallCard_call = graphql(`
  fragment LiveCallCard_call on LiveCall {
    id
    status
    duration
    countsFrom
    asOf
    callerPhone
    metrics {
      talkShare
      sentimentScore
    }
    prompts {
      id
      kind
      withdrawn
      dismissed
    }
    tips {
      text
      at
      engine
    }
    lastTurn {
      speaker
      name
      text
    }
    rep {
      id
      displayName
      profileImageUrl
    }
    customer {
      id
      name
    }
  }
`);

type LiveCallCardProps = {
  call: FragmentType<LiveCallCard_CallFragment>;
  to: { to: To; replace: boolean; state: unknown };
};

/** An active call at a glance; the whole card opens it. */
export function LiveCallCard({ call, to }: LiveCallCardProps) {
  const viewer = useViewer();
  const { data, complete } = useFragment({ fragment: LiveCallCard_call, from: call });
  if (!complete) return null;
  const { rep, customer, callerPhone, metrics, prompts, tips, lastTurn } = data;
  const visiblePrompts = prompts.filter(isVisible);
  const alertCount = visiblePrompts.filter(({ kind }) => kind === 'urgent').length;
  const tipCount = visiblePrompts.filter(({ kind }) => kind === 'tip').length + tips.length;
  const band = metrics.sentimentScore === null ? null : sentimentBand(metrics.sentimentScore);
  const name = rep?.displayName ?? 'Former user';
  const callerName = customer?.name ?? callerPhone ?? 'Unknown caller';
  const speaker = lastTurn && (lastTurn.name ?? (lastTurn.speaker && SPEAKER_LABELS[lastTurn.speaker]));
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minWidth: 0 }}>
        <Avatar name={name} image={rep?.profileImageUrl} size={32} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0 }}>
            <Link
              component={RouterLink}
              {...to}
              color="inherit"
              underline="none"
              noWrap
              sx={linkStyles}
              aria-label={`${name}, on a call with ${callerName}`}
            >
              {name}
            </Link>
            {rep?.id === viewer.id && (
              <Box sx={{ display: 'flex', flexShrink: 0 }}>
                <Chip color="brand" label="You" />
              </Box>
            )}
          </Box>
          <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>
            {callerName}
          </Typography>
        </Box>
        <Typography className="tabular" sx={{ fontWeight: 500 }}>
          <CallTimer call={data} />
        </Typography>
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: 1 }}>
        <TalkShareBar share={metrics.talkShare} />
        <Typography variant="caption" className="tabular" sx={{ color: 'text.secondary' }}>
          {metrics.talkShare === null ? '–' : formatShares(metrics.talkShare)}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {alertCount > 0 && <Chip color="error" icon={<TriangleAlert size={12} aria-hidden />} label={pluralize(alertCount, 'alert')} />}
        {band && <Chip color={band.tone} label={band.label} />}
        {tipCount > 0 && <Chip label={pluralize(tipCount, 'tip')} />}
      </Box>
      <Typography variant="body2" sx={excerptStyles}>
        {lastTurn ? `${speaker ? `${speaker}: ` : ''}${truncateStart(lastTurn.text)}` : 'No transcript yet.'}
      </Typography>
    </>
  );
}

/** Characters that fit on a card. */
const EXCERPT_LENGTH = 80;

/** The end of the last turn, which may be long. */
function truncateStart(text: string): string {
  const singleLine = text
    .slice(-4 * EXCERPT_LENGTH)
    .replace(/\s+/g, ' ')
    .trim();
  return singleLine.length <= EXCERPT_LENGTH ? singleLine : `…${singleLine.slice(-EXCERPT_LENGTH).replace(/^\S*\s/, '')}`;
}

// Always two lines high, so that the cards below do not move.
const excerptStyles = { minHeight: 40, color: 'text.secondary', overflowWrap: 'anywhere', ...lineClamp(2) } as const;

// The click target covers the whole card.
const linkStyles = {
  fontWeight: 600,
  minWidth: 0,
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '10px' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;

/** The rep's share of the talking, from the left; the rest is the customer's. */
function TalkShareBar({ share }: { share: number | null }) {
  const percent = share === null ? 0 : Math.round(share * 100);
  return (
    <Box
      role="img"
      aria-label={share === null ? 'No talk share yet' : `Talk share, rep to customer: ${formatShares(share)}`}
      sx={(theme) => ({ height: 6, borderRadius: '3px', overflow: 'hidden', bgcolor: theme.vars.palette.surface.hover })}
    >
      <Box
        sx={(theme) => ({
          height: '100%',
          width: `${percent}%`,
          borderRadius: '3px',
          bgcolor: theme.vars.palette.tone[share !== null && share > TALK_SHARE_WARNING ? 'warning' : 'neutral'].main,
          transition: 'width 180ms ease-out',
        })}
      />
    </Box>
  );
}
