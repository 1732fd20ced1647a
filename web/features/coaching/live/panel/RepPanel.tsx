import { useEffect, useEffectEvent, useState } from 'react';
import { useViewer } from '#web/app/session.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { drafts } from '../transcript/drafts.ts';
import { useLiveCall } from '../use-live-call.ts';
import { ManualCall } from './ManualCall.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { ReadyPanel } from './ReadyPanel.tsx';
import { TelephonyCall } from './TelephonyCall.tsx';

type RepPanelProps = { /** The viewer's own running call; undefined while that is not known. */ own: string | null | undefined };

/** The rep's panel: a call that runs is gone on with, whether it began here, before a reload, elsewhere or on the phone. */
export function RepPanel({ own }: RepPanelProps) {
  const [call, setCall] = useState<{ id: string; isFresh: boolean } | null>(null);
  /** The call that was last dealt with here to its end. */
  const [done, setDone] = useState<string | null>(null);

  if (own === undefined && !call) return <PanelSkeleton isLive={false} />;
  const next = own ?? drafts.left();
  if (!call && next && next !== done) setCall({ id: next, isFresh: false });
  if (!call) return <ReadyPanel takesFocus={done !== null} onStart={(id) => setCall({ id, isFresh: true })} />;
  const finish = () => {
    setDone(call.id);
    setCall(null);
  };
  return <MyCall key={call.id} {...call} onDone={finish} />;
}

type MyCallProps = { id: string /** It was started here just now. */; isFresh: boolean; onDone: () => void };

/** The rep's panel for one call: while it runs, and what is to be said when it was ended elsewhere. */
function MyCall({ id, isFresh, onDone }: MyCallProps) {
  const viewer = useViewer();
  const { call, isThere, error, retry } = useLiveCall({ id, withText: true });
  const isMine = call?.rep?.id === viewer.id;
  // Somebody else may have used this window before.
  const isGone = isThere === false || (isThere === true && !isMine);
  const leave = useEffectEvent(() => {
    drafts.forget(id);
    onDone();
  });
  useEffect(() => {
    if (isGone) leave();
  }, [isGone]);

  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!call || !isMine) return <PanelSkeleton isLive />;
  if (call.told === 'segments') return <TelephonyCall call={call} onDone={onDone} />;
  return <ManualCall call={call} isFresh={isFresh} onDoubt={retry} onDone={onDone} />;
}
