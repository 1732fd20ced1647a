import { Box, Typography } from '@mui/material';
import { CloudOff } from 'lucide-react';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useConnectionState } from '#web/apollo/connection-state.ts';
import { useCallClock } from '../CallTimer.tsx';
import { drafts } from '../transcript/drafts.ts';
import type { SyncOptions, SyncState } from '../transcript/transcript-sync.ts';
import { withSpoken } from '../transcript/transcript-text.ts';
import { useTranscriptSync } from '../transcript/use-transcript-sync.ts';
import type { LiveCall } from '../use-live-call.ts';
import { CallPanel } from './CallPanel.tsx';
import { Dictate } from './Dictate.tsx';
import { EndedNotice } from './EndedNotice.tsx';
import { TranscriptBox } from './TranscriptBox.tsx';
import { useEndCall } from './use-end-call.ts';

type TypedCallProps = {
  call: LiveCall;
  isFresh: boolean;
  /** The call may be over: how it stands has to be asked for. */
  onDoubt: () => void;
  onDone: () => void;
};

/** A call whose words the rep types. */
export function ManualCall({ call, isFresh, onDoubt, onDone }: TypedCallProps) {
  const { id, status } = call;
  const isRunning = status === 'active';
  const clock = useCallClock(call);
  const teller = useTranscriptSync(call, isRunning, clock);
  const telling = useSyncExternalStore(teller.subscribe, teller.now);
  const { end, isEnding } = useEndCall(id);

  const isDoubtful = telling.state === 'over' && isRunning;
  const doubt = useEffectEvent(onDoubt);
  useEffect(() => {
    if (isDoubtful) doubt();
  }, [isDoubtful]);

  const close = () => {
    drafts.forget(id);
    onDone();
  };
  const finish = async () => {
    const lastWords = async () => {
      await teller.close();
      return { finalTranscript: teller.now().text, duration: clock() };
    };
    if (await end(lastWords)) close();
    else teller.open();
  };

  if (!isRunning && !isEnding) {
    const untold = telling.text === telling.told ? null : telling.text;
    return (
      <EndedNotice
        isAbandoned={status === 'abandoned'}
        stored={call.transcription?.id ?? null}
        hasWords={call.turns.length > 0}
        untold={untold}
        onClose={close}
      />
    );
  }
  return (
    <CallPanel call={call} isEnding={isEnding} onEnd={() => void finish()}>
      <TranscriptBox
        text={telling.text}
        takesFocus={isFresh}
        onType={teller.type}
        onUpdate={teller.tellNow}
        status={<SyncStatus telling={telling} />}
        dictate={!isEnding && <Dictate onWords={(speaker, words) => teller.type(withSpoken(teller.now().text, speaker, words))} />}
      />
    </CallPanel>
  );
}

const WORDS = {
  told: 'Up to date',
  waiting: 'Typing...',
  telling: 'Sending...',
  unreachable: 'Callboard cannot be reached: what you type is kept and sent when it answers',
  refused: '',
  over: '',
} as const satisfies Record<SyncState, string>;

const OFFLINE = 'Offline: what you type is kept and sent when the connection is back';

/** How far what was typed has come. Only what keeps it from coming there is read out. */
function SyncStatus({ telling: { state, refusal, text } }: { telling: SyncOptions }) {
  const isOffline = useConnectionState() === 'offline';
  const trouble = isOffline ? OFFLINE : state === 'unreachable' ? WORDS.unreachable : refusal;
  return (
    <Box sx={{ minHeight: 16 }}>
      <Box role="status">
        {trouble && (
          <Typography variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'tone.warning.ink' }}>
            <CloudOff size={16} aria-hidden />
            {trouble}
          </Typography>
        )}
      </Box>
      {!trouble && text !== '' && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {WORDS[state]}
        </Typography>
      )}
    </Box>
  );
}
