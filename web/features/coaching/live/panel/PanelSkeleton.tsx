import { SkeletonBlock } from '#web/ui/SkeletonBlock.tsx';
import { NoFigures } from '../figures/LiveFigures.tsx';
import { NoPrompts } from '../prompts/LivePrompts.tsx';
import { CallBar } from './CallBar.tsx';
import { PanelFrame } from './PanelFrame.tsx';
import { NoTranscript } from './TranscriptBox.tsx';

/** The rep's panel while it is not known yet how the call stands. */
export function PanelSkeleton({ isLive }: { isLive: boolean }) {
  return (
    <PanelFrame
      bar={<CallBar isLive={isLive} timer="0:00" action={<SkeletonBlock width={120} height={36} />} />}
      words={<NoTranscript />}
      coaching={<NoPrompts />}
      figures={<NoFigures />}
    />
  );
}
