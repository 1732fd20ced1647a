import { Box, Paper, Typography } from '@mui/material';
import { PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { CallTimer, formatTimer } from '../CallTimer.tsx';
import { LiveBadge } from '../LiveBadge.tsx';
import { LiveMetrics } from '../metrics/LiveMetrics.tsx';
import { CoachNotes } from '../notes/CoachNotes.tsx';
import { LiveAnnouncer } from '../prompts/LiveAnnouncer.tsx';
import { LivePrompts } from '../prompts/LivePrompts.tsx';
import type { LiveCall } from '../use-live-call.ts';

type CallPanelProps = { call: LiveCall; isEnding: boolean; onEnd: () => void /** The transcript. */; children: ReactNode };

/** The rep's panel during a call, around the transcript. */
export function CallPanel({ call, isEnding, onEnd, children }: CallPanelProps) {
  const { plannedSeconds, customer, callerPhone } = call;
  const callerName = customer?.name ?? callerPhone;
  const planned = plannedSeconds === null ? null : `of ${formatTimer(plannedSeconds)} planned`;
  return (
    <PanelLayout
      bar={
        <CallBar
          isLive
          timer={<CallTimer call={call} />}
          caller={
            (planned ?? callerName) && (
              <Typography noWrap className="tabular">
                {[planned, callerName].filter(Boolean).join(' · ')}
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
      transcript={children}
      coaching={
        <>
          <CoachNotes call={call} />
          <LivePrompts call={call} />
          <LiveAnnouncer call={call} />
        </>
      }
      metrics={<LiveMetrics call={call} />}
    />
  );
}

type CallBarProps = {
  isLive: boolean;
  timer: ReactNode;
  /** The customer or lead of the call. */
  caller?: ReactNode;
  action: ReactNode;
  /** The fields of a call that has not started. */
  children?: ReactNode;
};

/** The status of a call, its timer, and the button that starts or ends it. */
export function CallBar({ isLive, timer, caller, action, children }: CallBarProps) {
  return (
    <Paper component="section" aria-label="Call" sx={{ px: 2, py: 1.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1 }}>
        <LiveBadge isLive={isLive} />
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
        <Box sx={callerStyles}>{caller}</Box>
        <Box sx={{ ml: 'auto' }}>{action}</Box>
      </Box>
      {children}
    </Paper>
  );
}

// On a phone it has its own row.
const callerStyles = {
  flex: { sm: '1 1 80px' },
  width: { xs: '100%', sm: 'auto' },
  order: { xs: 1, sm: 0 },
  minWidth: 0,
  color: 'text.secondary',
  '&:empty': { display: 'none' },
} as const;

/** Layout of the fields of a call that has not started. */
export const callForm = {
  display: 'grid',
  gap: 2,
  mt: 1.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 180px' },
} as const;

// Prompts come up beside or below the transcript, so that it does not move while the rep types; the metrics have a fixed
// height and are above the prompts.
const grid = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@container (min-width: 640px)': {
    gridTemplateColumns: 'minmax(0, 1fr) minmax(240px, 38%)',
    gridTemplateRows: 'auto auto 1fr',
    gridTemplateAreas: '"bar bar" "transcript metrics" "transcript coaching"',
  },
} as const;

const area = (gridArea: string) => ({ minWidth: 0, '@container (min-width: 640px)': { gridArea } });

type PanelLayoutProps = { bar: ReactNode; transcript: ReactNode; coaching: ReactNode; metrics: ReactNode };

/** The grid of the rep's panel, before and during a call. */
export function PanelLayout({ bar, transcript, coaching, metrics }: PanelLayoutProps) {
  return (
    <Box component="section" aria-label="My call" sx={{ containerType: 'inline-size', minWidth: 0 }}>
      <Box sx={grid}>
        <Box sx={area('bar')}>{bar}</Box>
        <Box sx={area('transcript')}>{transcript}</Box>
        <Box sx={{ ...area('coaching'), display: 'grid', gap: 2 }}>{coaching}</Box>
        <Box sx={area('metrics')}>{metrics}</Box>
      </Box>
    </Box>
  );
}
