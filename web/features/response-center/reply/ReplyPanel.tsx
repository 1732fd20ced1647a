import { keyframes } from '@emotion/react';
import { Box, Button, Typography } from '@mui/material';
import { CircleAlert, Square } from 'lucide-react';
import { Suspense, useEffect, useId } from 'react';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import { DetailSkeleton } from '#web/ui/states/DetailSkeleton.tsx';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';
import { inset, visuallyHidden } from '#web/ui/styles.ts';
import { useReplyDraft } from '../reply-draft.ts';
import { ReplyText } from './ReplyText.tsx';
import type { ReplyState } from './use-reply-stream.ts';

/** The minimum height, so that the page does not jump from empty state to draft to reply. */
const REPLY_HEIGHT = 296;

// Loads while the first reply is generated.
const ReplyResult = lazyWithPreload(() => import('./ReplyResult.tsx').then((m) => m.ReplyResult));

const ANNOUNCEMENTS = {
  idle: '',
  generating: 'Generating response…',
  ready: 'Response ready.',
  stopped: 'Stopped. No response was saved.',
  failed: '',
} as const satisfies Record<ReplyState['phase'], string>;

/** The reply, while it is generated and when it is finished. The previous reply stays until the next one is finished. */
export function ReplyPanel({ state, onStop }: { state: ReplyState; onStop: () => void }) {
  const heading = useId();
  const [{ edit }, change] = useReplyDraft();
  const { phase, reply } = state;
  const generating = phase === 'generating';
  useEffect(() => {
    if (generating) void ReplyResult.preload();
  }, [generating]);
  // If it does not load, the text is shown alone.
  const plain = reply && <ReplyDraft text={reply.response} />;

  return (
    <Box component="section" aria-labelledby={heading} aria-busy={generating}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 40, mb: 0.5 }}>
        <Typography variant="h2" component="h3" id={heading} sx={{ flex: 1 }}>
          AI Generated Response
        </Typography>
        {generating && (
          <Button variant="outlined" size="small" onClick={onStop} startIcon={<Square size={12} fill="currentColor" aria-hidden />}>
            Stop
          </Button>
        )}
      </Box>
      <Box role="status" sx={visuallyHidden}>
        {ANNOUNCEMENTS[phase]}
      </Box>
      {phase === 'failed' && (
        <Box sx={{ display: 'flex', gap: 1, mb: 1.5, color: 'tone.error.ink', typography: 'body2' }}>
          <CircleAlert size={18} aria-hidden />
          {state.reason}
        </Box>
      )}
      {generating && <ReplyDraft text={state.draft} />}
      {!generating && reply && (
        <ErrorBoundary fallback={() => plain}>
          <Suspense fallback={plain}>
            <ReplyResult
              key={reply.id}
              reply={reply}
              text={edit?.id === reply.id ? edit.text : reply.response}
              onEdit={(text) => change({ edit: { id: reply.id, text } })}
            />
          </Suspense>
        </ErrorBoundary>
      )}
      {!generating && !reply && (
        <Box
          sx={[
            inset,
            {
              display: 'grid',
              placeItems: 'center',
              minHeight: REPLY_HEIGHT,
              color: 'text.secondary',
              bgcolor: 'surface.raised',
              borderStyle: 'dashed',
            },
          ]}
        >
          Generated response will appear here...
        </Box>
      )}
    </Box>
  );
}

const blink = keyframes`50% { opacity: 0; }`;

/** The streamed text with a caret, or a skeleton before the first words. Screen readers hear only the finished reply. */
function ReplyDraft({ text }: { text: string }) {
  return (
    <Box
      sx={[
        inset,
        { minHeight: REPLY_HEIGHT, bgcolor: 'background.paper' },
        {
          '& p:last-of-type::after': {
            content: '""',
            display: 'inline-block',
            width: 2,
            height: '1.1em',
            ml: '2px',
            verticalAlign: 'text-bottom',
            bgcolor: 'primary.main',
            animation: `${blink} 1s steps(1) infinite`,
            '@media (prefers-reduced-motion: reduce)': { animation: 'none' },
          },
        },
      ]}
    >
      {text ? <ReplyText text={text} /> : <DetailSkeleton />}
    </Box>
  );
}
