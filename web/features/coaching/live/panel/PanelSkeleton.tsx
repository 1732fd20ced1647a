import { Box } from '@mui/material';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { NoMetrics } from '../metrics/LiveMetrics.tsx';
import { NoPrompts } from '../prompts/LivePrompts.tsx';
import { aboutCall, CallBar, PanelFrame } from './CallPanel.tsx';
import { NoTranscript } from './TranscriptBox.tsx';

/** As high as what comes there, which is higher for a finger. */
const Waiting = ({ width = '100%', height }: { width?: number | string; height: number }) => (
  <Box sx={{ width, height, '@media (pointer: coarse)': { height: height + 4 } }}>
    <SkeletonBlock height="100%" />
  </Box>
);

/** The rep's panel while it is not known yet how the call stands. */
export function PanelSkeleton({ isLive }: { isLive: boolean }) {
  return (
    <PanelFrame
      bar={
        <CallBar isLive={isLive} timer="0:00" action={<Waiting width={120} height={36} />}>
          {!isLive && (
            <Box sx={aboutCall}>
              <Waiting height={60} />
              <Waiting height={60} />
            </Box>
          )}
        </CallBar>
      }
      words={<NoTranscript />}
      coaching={<NoPrompts />}
      figures={<NoMetrics />}
    />
  );
}
