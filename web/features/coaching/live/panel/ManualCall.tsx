import { Box, Typography } from '@mui/material';
import { CloudOff } from 'lucide-react';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useConnectionState } from '#web/apollo/connection-state.ts';
import { useCallClock } from '../CallTimer.tsx';
import type { SyncSnapshot, SyncState } from '../transcript/transcript-sync.ts';
import { appendSpeech } from '../transcript/transcript-text.ts';
import { useTranscriptDraft } from '../transcript/use-transcript-draft.ts';
import { useTranscriptSync } from '../transcript/use-transcript-sync.ts';
import type { LiveCall } from '../use-live-call.ts';
import { CallPanel } from './CallPanel.tsx';
import { Dictate } from './Dictate.tsx';
import { EndedNotice } from './EndedNotice.tsx';
import { TranscriptBox } from './TranscriptBox.tsx';
import { useEndCall } from './use-end-call.ts';

type ManualCallProps = {
  call: LiveCall;
  isNew: boolean;
  /** The call may have ended: it has to be refetched. */
  onStale: () => void;
  /** With the lead whose next step is to be asked for; null for none. */
  onDone: (leadToPlan: string | null) => void;
};

/** A call whose transcript the rep types. */
export function ManualCall({ call, isNew, onStale, onDone }: ManualCallProps) {
  const { id, status } = call;
  const isActive = status === 'active';
  const getDuration = useCallClock(call);
  const sync = useTranscriptSync(call, isActive, getDuration);
  const snapshot = useSyncExternalStore(sync.subscribe, sync.getSnapshot);
  const draft = useTranscriptDraft(id);
  const { endCall, isEnding } = useEndCall(id);

  const isStale = snapshot.state === 'ended' && isActive;
  const handleStale = useEffectEvent(onStale);
  useEffect(() => {
    if (isStale) handleStale();
  }, [isStale]);

  const close = (leadToPlan: string | null) => {
    draft.remove();
    onDone(leadToPlan);
  };
  const finish = async () => {
    const finalInput = async () => {
      await sync.close();
      return { finalTranscript: sync.getSnapshot().text, duration: getDuration() };
    };
    const ended = await endCall(finalInput);
    if (ended) close(ended.leadToPlan);
    else sync.open();
  };

  if (!isActive && !isEnding) {
    const unsavedText = snapshot.text === snapshot.saved ? null : snapshot.text;
    return (
      <EndedNotice
        isAbandoned={status === 'abandoned'}
        transcriptionId={call.transcription?.id ?? null}
        hasTranscript={call.turns.length > 0}
        unsavedText={unsavedText}
        onClose={() => close(null)}
      />
    );
  }
  return (
    <CallPanel call={call} isEnding={isEnding} onEnd={() => void finish()}>
      <TranscriptBox
        text={snapshot.text}
        autoFocus={isNew}
        onChange={sync.edit}
        onUpdate={sync.flush}
        status={<SyncStatus snapshot={snapshot} />}
        dictate={!isEnding && <Dictate onText={(speaker, text) => sync.edit(appendSpeech(sync.getSnapshot().text, speaker, text))} />}
      />
    </CallPanel>
  );
}

const STATE_LABELS = {
  saved: 'Saved',
  pending: 'Typing...',
  saving: 'Saving...',
  unreachable: 'Can’t reach Callboard. Your text is kept and will be saved when the connection is back.',
  rejected: '',
  ended: '',
} as const satisfies Record<SyncState, string>;

const OFFLINE_MESSAGE = 'Offline. Your text is kept and will be saved when you reconnect.';

/** Whether the typed text is saved. Only problems are announced. */
function SyncStatus({ snapshot: { state, rejection, text } }: { snapshot: SyncSnapshot }) {
  const isOffline = useConnectionState() === 'offline';
  const problem = isOffline ? OFFLINE_MESSAGE : state === 'unreachable' ? STATE_LABELS.unreachable : rejection;
  return (
    <Box sx={{ minHeight: 16 }}>
      <Box role="status">
        {problem && (
          <Typography variant="body2" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'tone.warning.ink' }}>
            <CloudOff size={16} aria-hidden />
            {problem}
          </Typography>
        )}
      </Box>
      {!problem && text !== '' && (
        <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
          {STATE_LABELS[state]}
        </Typography>
      )}
    </Box>
  );
}
