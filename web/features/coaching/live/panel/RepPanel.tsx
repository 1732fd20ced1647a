import { useState } from 'react';
import { drafts } from '../transcript/drafts.ts';
import { MyCall } from './MyCall.tsx';
import { PanelSkeleton } from './PanelSkeleton.tsx';
import { ReadyPanel } from './ReadyPanel.tsx';

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
