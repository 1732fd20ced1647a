import { Box, Paper, Typography } from '@mui/material';
import { PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Elapsed, timerText } from '../CallTimer.tsx';
import { Indicator } from '../LiveBadge.tsx';
import { LiveMetrics } from '../metrics/LiveMetrics.tsx';
import { CoachNotes } from '../notes/CoachNotes.tsx';
import { LiveAnnouncer } from '../prompts/LiveAnnouncer.tsx';
import { LivePrompts } from '../prompts/LivePrompts.tsx';
import type { LiveCall } from '../use-live-call.ts';

type CallPanelProps = { call: LiveCall; isEnding: boolean; onEnd: () => void /** What is said. */; children: ReactNode };

/** The rep's panel during a call, around what is said. */
export function CallPanel({ call, isEnding, onEnd, children }: CallPanelProps) {
  const { plannedSeconds, customer, callerPhone } = call;
  const who = customer?.name ?? callerPhone;
  const planned = plannedSeconds === null ? null : `of ${timerText(plannedSeconds)} planned`;
  return (
    <PanelFrame
      bar={
        <CallBar
          isLive
          timer={<Elapsed call={call} />}
          who={
            (planned ?? who) && (
              <Typography noWrap className="tabular">
                {[planned, who].filter(Boolean).join(' · ')}
              </Typography>
            )
          }
          action={
            <LoadingButton
              variant="contained"
              color="error"
              loading={isEnding}
              onClick={onEnd}
              startIcon={<PhoneOff size={16} aria-hidden />}
            >
              {isEnding ? 'Ending...' : 'End Call'}
            </LoadingButton>
          }
        />
      }
      words={children}
      coaching={
        <>
          <CoachNotes call={call} />
          <LivePrompts call={call} />
          <LiveAnnouncer call={call} />
        </>
      }
      figures={<LiveMetrics call={call} />}
    />
  );
}

type CallBarProps = {
  isLive: boolean;
  timer: ReactNode;
  /** Who is on the line. */
  who?: ReactNode;
  action: ReactNode;
  /** What can be said of a call before it begins. */
  children?: ReactNode;
};

/** Whether a call runs, for how long, and the button that begins or ends it. */
export function CallBar({ isLive, timer, who, action, children }: CallBarProps) {
  return (
    <Paper component="section" aria-label="Call" sx={{ px: 2, py: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <Indicator isLive={isLive} />
        <Typography
          role="timer"
          aria-label="Duration"
          variant="h5"
          component="p"
          className="tabular"
          sx={{ color: isLive ? 'text.primary' : 'text.secondary' }}
        >
          {timer}
        </Typography>
        <Box sx={caller}>{who}</Box>
        <Box sx={{ ml: 'auto' }}>{action}</Box>
      </Box>
      {children}
    </Paper>
  );
}

// On a phone it has a line of its own.
const caller = {
  flex: { sm: '1 1 80px' },
  width: { xs: '100%', sm: 'auto' },
  order: { xs: 1, sm: 0 },
  minWidth: 0,
  color: 'text.secondary',
  '&:empty': { display: 'none' },
} as const;

/** How what can be said of a call before it begins stands in the bar. */
export const aboutCall = {
  display: 'grid',
  gap: 2,
  mt: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 180px' },
} as const;

// What comes up during a call stands beside the box, or below it, so that nobody's line moves away while they type; the
// numbers, which keep their size, stand above what grows.
const frame = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 640px)': {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(240px, 38%)',
    gridTemplateRows: 'auto auto 1fr',
    gridTemplateAreas: '"bar bar" "words figures" "words coaching"',
  },
} as const;

const area = (gridArea: string) => ({ minWidth: 0, '@container (min-width: 640px)': { gridArea } });

type PanelFrameProps = { bar: ReactNode; words: ReactNode; coaching: ReactNode; figures: ReactNode };

/** Where the parts of the rep's panel stand, before, during and after a call. */
export function PanelFrame({ bar, words, coaching, figures }: PanelFrameProps) {
  return (
    <Box component="section" aria-label="My call" sx={{ containerType: 'inline-size', minWidth: 0 }}>
      <Box sx={frame}>
        <Box sx={area('bar')}>{bar}</Box>
        <Box sx={area('words')}>{words}</Box>
        <Box sx={{ ...area('coaching'), display: 'grid', gap: 2 }}>{coaching}</Box>
        <Box sx={area('figures')}>{figures}</Box>
      </Box>
    </Box>
  );
}
