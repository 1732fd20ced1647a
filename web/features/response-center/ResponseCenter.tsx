import { Box } from '@mui/material';
import { MessageSquareText } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { PastRepliesButton } from '#web/replies/PastRepliesButton.tsx';
import { Permitted } from '#web/session/session.tsx';
import { MyDay } from '#web/tasks/MyDay.tsx';
import { PageLayout } from '#web/ui/PageLayout.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { RecentTranscriptions } from './recent/RecentTranscriptions.tsx';
import { ReplyPanel } from './reply/ReplyPanel.tsx';
import { useReplyStream } from './reply/use-reply-stream.ts';
import { useReplyDraft } from './reply-draft.ts';
import { RequestForm } from './request/RequestForm.tsx';

// The last on the screen: nothing moves when it comes after the rest.
const ShopifyIntegration = lazyWithPreload(() => import('./shop/ShopifyIntegration.tsx').then((m) => m.ShopifyIntegration));

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

/** The home screen: the reply generator beside the latest calls and orders. */
export function ResponseCenter() {
  return (
    <PageLayout
      title="AI Response Center"
      hint="Paste a customer message to generate a reply you can review and send."
      actions={<PastRepliesButton />}
    >
      <Box sx={layout}>
        <RequestAnalysis />
        <Box sx={aside}>
          <Permitted to="task.read">
            <MyDay />
          </Permitted>
          <Permitted to="transcription.read">
            <RecentTranscriptions />
          </Permitted>
          <Permitted to="order.read">
            <ErrorBoundary fallback={() => null}>
              <Suspense fallback={<DetailSkeleton />}>
                <ShopifyIntegration />
              </Suspense>
            </ErrorBoundary>
          </Permitted>
        </Box>
      </Box>
    </PageLayout>
  );
}

// Before the first reply the panel is short enough to stay in view while the column beside it scrolls.
const sticky = {
  '@media (min-width: 1200px) and (min-height: 840px)': { position: 'sticky', top: 88 },
} as const;

/** The customer's message, and the generated reply below. */
function RequestAnalysis() {
  const { state, generate, stop, clear, resume } = useReplyStream();
  const [{ replyId }, change] = useReplyDraft();
  const show = useEffectEvent(() => {
    if (replyId && !state.reply && state.phase === 'idle') void resume(replyId);
  });
  useEffect(() => show(), []);
  return (
    <Box sx={state.phase === 'idle' && !state.reply ? sticky : undefined}>
      <Panel title="Customer Request Analysis" icon={<MessageSquareText size={18} />} tone="brand">
        <Permitted to="aiResponse.change" otherwise="Your role does not let you generate replies.">
          <Box sx={{ display: 'flex', flexDirection: 'column', gap: 3 }}>
            <RequestForm
              generating={state.phase === 'generating'}
              onGenerate={(brief) => generate(brief, (id) => change({ replyId: id, edit: null }))}
              hasReply={state.reply !== null}
              onClear={clear}
            />
            <ReplyPanel state={state} onStop={stop} />
          </Box>
        </Permitted>
      </Panel>
    </Box>
  );
}
