import { useEffect, useEffectEvent, useState } from 'react';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { useMay, useViewer } from '#web/session/session.tsx';
import { LazyOverlay } from '#web/ui/dialogs/LazyOverlay.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { readWindowCall, useTranscriptDraft } from '../transcript/use-transcript-draft.ts';
import { useLiveCall } from '../use-live-call.ts';
import { ManualCall } from './ManualCall.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { ReadyPanel } from './ReadyPanel.tsx';
import { TelephonyCall } from './TelephonyCall.tsx';

const NextStepPrompt = lazyWithPreload(() => import('#web/tasks/NextStepPrompt.tsx').then((m) => m.NextStepPrompt));

type RepPanelProps = { /** The viewer's active call; undefined while loading. */ ownCallId: string | null | undefined };

/** The rep's panel, and after a call the question for the next step of its lead. */
export function RepPanel({ ownCallId }: RepPanelProps) {
  const [leadToPlan, setLeadToPlan] = useState<string | null>(null);
  const mayPlan = useMay('task.change');
  const skip = () => setLeadToPlan(null);
  return (
    <>
      <CurrentCall ownCallId={ownCallId} onEnded={setLeadToPlan} />
      <LazyOverlay onError={skip} fallback={null}>
        {mayPlan && leadToPlan && <NextStepPrompt key={leadToPlan} leadId={leadToPlan} onClose={skip} />}
      </LazyOverlay>
    </>
  );
}

/** The rep's panel. A running call is picked up here, whether it started here, before a reload, elsewhere or on the phone. */
function CurrentCall({ ownCallId, onEnded }: RepPanelProps & { onEnded: (leadToPlan: string | null) => void }) {
  const [call, setCall] = useState<{ id: string; isNew: boolean } | null>(null);
  /** The last call that was finished here. */
  const [finishedId, setFinishedId] = useState<string | null>(null);

  if (ownCallId === undefined && !call) return <PanelSkeleton isLive={false} />;
  const next = ownCallId ?? readWindowCall();
  if (!call && next && next !== finishedId) setCall({ id: next, isNew: false });
  if (!call) return <ReadyPanel autoFocus={finishedId !== null} onStart={(id) => setCall({ id, isNew: true })} />;
  const finish = (leadToPlan: string | null) => {
    onEnded(leadToPlan);
    setFinishedId(call.id);
    setCall(null);
  };
  return <MyCall key={call.id} {...call} onDone={finish} />;
}

type MyCallProps = { id: string /** It was just started here. */; isNew: boolean; onDone: (leadToPlan: string | null) => void };

/** The rep's panel for one call: while it is active, and once it has ended elsewhere. */
function MyCall({ id, isNew, onDone }: MyCallProps) {
  const viewer = useViewer();
  const draft = useTranscriptDraft(id);
  const { call, exists, error, refetch } = useLiveCall({ id, withTranscript: true });
  const isOwn = call?.rep?.id === viewer.id;
  // Another user may have left a call in this window.
  const isUnavailable = exists === false || (exists === true && !isOwn);
  const handleUnavailable = useEffectEvent(() => {
    draft.remove();
    onDone(null);
  });
  useEffect(() => {
    if (isUnavailable) handleUnavailable();
  }, [isUnavailable]);

  if (error) return <ErrorPanel error={error} onRetry={refetch} />;
  if (!call || !isOwn) return <PanelSkeleton isLive />;
  if (call.told === 'segments') return <TelephonyCall call={call} onDone={onDone} />;
  return <ManualCall call={call} isNew={isNew} onStale={refetch} onDone={onDone} />;
}
