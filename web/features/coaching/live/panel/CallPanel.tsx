import { Typography } from '@mui/material';
import { PhoneOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { Elapsed } from '../data/Elapsed.tsx';
import { timerText } from '../data/elapsed.ts';
import type { LiveCall } from '../data/use-live-call.ts';
import { LiveMetrics } from '../metrics/LiveMetrics.tsx';
import { CoachNotes } from '../notes/CoachNotes.tsx';
import { LiveAnnouncer } from '../prompts/LiveAnnouncer.tsx';
import { LivePrompts } from '../prompts/LivePrompts.tsx';
import { CallBar } from './CallBar.tsx';
import { PanelFrame } from './PanelFrame.tsx';

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
