import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Link, Typography } from '@mui/material';
import { TriangleAlert } from 'lucide-react';
import { Link as RouterLink, type To } from 'react-router-dom';
import { sentimentBand } from '#contract/live-call.ts';
import { graphql } from '#web/gql/gql.ts';
import type { WallCard_CallFragment } from '#web/gql/graphql.ts';
import { useViewer } from '#web/session/session.tsx';
import { Avatar } from '#web/ui/values/Avatar.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { Elapsed } from '../data/Elapsed.tsx';
import { SPEAKER_LABELS } from '../data/speakers.ts';
import { TalkShareBar } from '../figures/TalkShareBar.tsx';
import { sharesText } from '../metrics/live-metrics.ts';
import { isShown } from '../prompts/prompt-words.ts';

const WallCard_call = graphql(`
  fragment WallCard_call on LiveCall {
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

const clamped = (lines: number) =>
  ({ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines, overflow: 'hidden' }) as const;
const several = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

type WallCardProps = {
  call: FragmentType<WallCard_CallFragment>;
  /** Where it is read along. */
  to: { to: To; replace: boolean; state: unknown };
};

/** A running call at a glance; its whole face opens it. */
export function LiveCallCard({ call, to }: WallCardProps) {
  const viewer = useViewer();
  const { data, complete } = useFragment({ fragment: WallCard_call, from: call });
  if (!complete) return null;
  const { rep, customer, callerPhone, metrics, prompts, tips, lastTurn } = data;
  const shown = prompts.filter(isShown);
  const alerts = shown.filter(({ kind }) => kind === 'urgent').length;
  const advice = shown.filter(({ kind }) => kind === 'tip').length + tips.length;
  const band = metrics.sentimentScore === null ? null : sentimentBand(metrics.sentimentScore);
  const name = rep?.displayName ?? 'Somebody who left';
  const who = customer?.name ?? callerPhone ?? 'Unknown caller';
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
              sx={face}
              aria-label={`${name}, on the line with ${who}`}
            >
              {name}
            </Link>
            {rep?.id === viewer.id && (
              <Box sx={{ display: 'flex', flexShrink: 0 }}>
                <Badge tone="brand">You</Badge>
              </Box>
            )}
          </Box>
          <Typography noWrap variant="body2" sx={{ color: 'text.secondary' }}>
            {who}
          </Typography>
        </Box>
        <Typography className="tabular" sx={{ fontWeight: 500 }}>
          <Elapsed call={data} />
        </Typography>
      </Box>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center', gap: 1 }}>
        <TalkShareBar share={metrics.talkShare} />
        <Typography variant="caption" className="tabular" sx={{ color: 'text.secondary' }}>
          {metrics.talkShare === null ? '–' : sharesText(metrics.talkShare)}
        </Typography>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        {alerts > 0 && (
          <Badge tone="error" icon={<TriangleAlert size={12} aria-hidden />}>
            {several(alerts, 'alert')}
          </Badge>
        )}
        {band && <Badge tone={band.tone}>{band.label}</Badge>}
        {advice > 0 && <Badge>{several(advice, 'tip')}</Badge>}
      </Box>
      <Typography variant="body2" sx={said}>
        {lastTurn ? `${speaker ? `${speaker}: ` : ''}${endOf(lastTurn.text)}` : 'Nothing was said yet.'}
      </Typography>
    </>
  );
}

/** Characters that fit on a card. */
const SHOWN = 80;

/** The end of what was said last: a turn may be a whole story. */
function endOf(text: string): string {
  const said = text
    .slice(-4 * SHOWN)
    .replace(/\s+/g, ' ')
    .trim();
  return said.length <= SHOWN ? said : `…${said.slice(-SHOWN).replace(/^\S*\s/, '')}`;
}

// Two lines, whatever was said: the cards below stay where they are.
const said = { minHeight: 40, color: 'text.secondary', overflowWrap: 'anywhere', ...clamped(2) } as const;

// The link's name stands in its corner; what can be pressed is the whole card.
const face = {
  fontWeight: 600,
  minWidth: 0,
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '10px' },
  '&:focus-visible': { outline: 'none' },
  '&:focus-visible::after': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
} as const;
