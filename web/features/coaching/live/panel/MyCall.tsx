import { useEffect, useEffectEvent } from 'react';
import { useViewer } from '#web/session/session.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { useLiveCall } from '../data/use-live-call.ts';
import { drafts } from '../transcript/drafts.ts';
import { ManualCall } from './ManualCall.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { TelephonyCall } from './TelephonyCall.tsx';

type MyCallProps = { id: string /** It was started here just now. */; isFresh: boolean; onDone: () => void };

/** The rep's panel for one call: while it runs, and what is to be said when it was ended elsewhere. */
export function MyCall({ id, isFresh, onDone }: MyCallProps) {
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
