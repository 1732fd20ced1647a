import { Box, Stack } from '@mui/material';
import { MessageSquareText } from 'lucide-react';
import { Panel } from '#web/ui/Panel.tsx';
import { ReplyPanel } from './reply/ReplyPanel.tsx';
import { useReplyStream } from './reply/use-reply-stream.ts';
import { RequestForm } from './request/RequestForm.tsx';

// As long as it is shorter than what stands beside it, it comes along, where all of it fits the window.
const inSight = {
  '@media (min-width: 1200px) and (min-height: 840px)': { position: 'sticky', top: 88 },
} as const;

/** The customer's message above, the assistant's reply below. */
export function RequestAnalysis() {
  const { state, write, stop } = useReplyStream();
  return (
    <Box sx={state.phase === 'rest' && !state.reply ? inSight : undefined}>
      <Panel title="Customer Request Analysis" icon={<MessageSquareText size={18} />} tone="brand">
        <Stack spacing={3}>
          <RequestForm writing={state.phase === 'writing'} onGenerate={write} />
          <ReplyPanel state={state} onStop={stop} />
        </Stack>
      </Panel>
    </Box>
  );
}
