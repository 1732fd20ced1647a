import { Stack } from '@mui/material';
import { MessageSquareText } from 'lucide-react';
import { Panel } from '#web/ui/Panel.tsx';
import { ReplyPanel } from './reply/ReplyPanel.tsx';
import { useReplyWriter } from './reply/use-reply-writer.ts';
import { RequestForm } from './request/RequestForm.tsx';

/** The customer's message above, the assistant's reply below. */
export function RequestAnalysis() {
  const { state, write, stop } = useReplyWriter();
  return (
    <Panel title="Customer Request Analysis" icon={<MessageSquareText size={18} />} tone="brand">
      <Stack spacing={3}>
        <RequestForm writing={state.phase === 'writing'} onGenerate={write} />
        <ReplyPanel state={state} onStop={stop} />
      </Stack>
    </Panel>
  );
}
