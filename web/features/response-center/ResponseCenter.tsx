import { Box, Stack } from '@mui/material';
import { MessageSquareText } from 'lucide-react';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { RecentTranscriptions } from './recent/RecentTranscriptions.tsx';
import { ReplyPanel } from './reply/ReplyPanel.tsx';
import { useReplyStream } from './reply/use-reply-stream.ts';
import { RequestForm } from './request/RequestForm.tsx';
import { ShopifyIntegration } from './shop/ShopifyIntegration.tsx';

const layout = {
  display: 'grid',
  alignItems: 'start',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px', xl: 'minmax(0, 1fr) 400px' },
} as const;

const aside = {
  display: 'grid',
  alignItems: 'start',
  gap: 3,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'minmax(0, 1fr)' },
} as const;

/** The home screen: a reply to the customer at hand, beside the latest calls and orders. */
export function ResponseCenter() {
  return (
    <PageLayout title="AI Response Center" hint="Paste what a customer wrote, get a reply to check, and send it.">
      <Box sx={layout}>
        <RequestAnalysis />
        <Box sx={aside}>
          <RecentTranscriptions />
          <ShopifyIntegration />
        </Box>
      </Box>
    </PageLayout>
  );
}

// As long as it is shorter than what stands beside it, it comes along, where all of it fits the window.
const inSight = {
  '@media (min-width: 1200px) and (min-height: 840px)': { position: 'sticky', top: 88 },
} as const;

/** The customer's message above, the assistant's reply below. */
function RequestAnalysis() {
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
