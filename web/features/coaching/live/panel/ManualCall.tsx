import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useCallClock } from '../data/elapsed.ts';
import type { LiveCall } from '../data/use-live-call.ts';
import { drafts } from '../transcript/drafts.ts';
import { withSpoken } from '../transcript/transcript-text.ts';
import { useTranscriptSync } from '../transcript/use-transcript-sync.ts';
import { CallPanel } from './CallPanel.tsx';
import { Dictate } from './Dictate.tsx';
import { EndedNotice } from './EndedNotice.tsx';
import { SyncStatus } from './SyncStatus.tsx';
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
