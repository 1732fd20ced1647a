import { Paper, Typography } from '@mui/material';
import { useId } from 'react';
import { LiveDialogue } from '../LiveDialogue.tsx';
import { useTranscriptDraft } from '../transcript/use-transcript-draft.ts';
import type { LiveCall } from '../use-live-call.ts';
import { CallPanel } from './CallPanel.tsx';
import { EndedNotice } from './EndedNotice.tsx';
import { useEndCall } from './use-end-call.ts';

/** A call transcribed by a phone system; the rep only talks. */
export function TelephonyCall({ call, onDone }: { call: LiveCall; onDone: (leadToPlan: string | null) => void }) {
  const titleId = useId();
  const draft = useTranscriptDraft(call.id);
  const { endCall, isEnding } = useEndCall(call.id);
  const close = (leadToPlan: string | null) => {
    draft.remove();
    onDone(leadToPlan);
  };
  const finish = async () => {
    const ended = await endCall(async () => ({}));
    if (ended) close(ended.leadToPlan);
  };
  if (call.status !== 'active' && !isEnding) {
    return (
      <EndedNotice
        isAbandoned={call.status === 'abandoned'}
        transcriptionId={call.transcription?.id ?? null}
        hasTranscript={call.turns.length > 0}
        unsavedText={draft.read()}
        onClose={() => close(null)}
      />
    );
  }
  return (
    <CallPanel call={call} isEnding={isEnding} onEnd={() => void finish()}>
      <Paper component="section" aria-labelledby={titleId}>
        <Typography variant="h2" id={titleId} sx={{ p: 2, pb: 0.5 }}>
          Live Transcript
        </Typography>
        <Typography variant="body2" sx={{ px: 2, pb: 1.5, color: 'text.secondary', borderBottom: 1, borderColor: 'divider' }}>
          Transcribed live by the phone system.
        </Typography>
        <LiveDialogue turns={call.turns} height="min(420px, 50dvh)" />
      </Paper>
    </CallPanel>
  );
}
