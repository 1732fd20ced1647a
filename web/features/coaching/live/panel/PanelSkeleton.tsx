import { Box, Skeleton } from '@mui/material';
import { EmptyMetrics } from '../metrics/LiveMetrics.tsx';
import { EmptyPrompts } from '../prompts/LivePrompts.tsx';
import { CallBar, callForm, PanelLayout } from './CallPanel.tsx';
import { EmptyTranscriptBox } from './TranscriptBox.tsx';

/** As high as the loaded control, which is higher on touch screens. */
const Placeholder = ({ width = '100%', height }: { width?: number | string; height: number }) => (
  <Box sx={{ width, height, '@media (pointer: coarse)': { height: height + 4 } }}>
    <Skeleton height="100%" />
  </Box>
);

/** The rep's panel while the call loads. */
export function PanelSkeleton({ isLive }: { isLive: boolean }) {
  return (
    <PanelLayout
      bar={
        <CallBar isLive={isLive} timer="0:00" action={<Placeholder width={120} height={36} />}>
          {!isLive && (
            <Box sx={callForm}>
              <Placeholder height={60} />
              <Placeholder height={60} />
            </Box>
          )}
        </CallBar>
      }
      transcript={<EmptyTranscriptBox />}
      coaching={<EmptyPrompts />}
      metrics={<EmptyMetrics />}
    />
  );
}
