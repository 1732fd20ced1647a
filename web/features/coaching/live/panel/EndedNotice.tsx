import { Box, Button, Typography } from '@mui/material';
import { PhoneOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { LIVE_CALL_LIMITS } from '#contract/live-call.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { callPath } from '#web/lib/paths.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { TranscriptArea } from './TranscriptBox.tsx';

type EndedNoticeProps = {
  isAbandoned: boolean;
  transcriptionId: string | null;
  /** Whether there is a transcript to save. */
  hasTranscript: boolean;
  /** Typed text that is not part of the saved call. */
  unsavedText: string | null;
  onClose: () => void;
};

async function copyToClipboard(text: string): Promise<void> {
  const isCopied = await copyText(text).then(
    () => true,
    () => false,
  );
  notify({ description: isCopied ? 'Text copied to clipboard' : 'Failed to copy text', tone: isCopied ? 'success' : 'error' });
}

/** Explains why a call ended elsewhere and links to it; unsaved text can be copied. */
export function EndedNotice({ isAbandoned, transcriptionId, hasTranscript, unsavedText, onClose }: EndedNoticeProps) {
  const reason = isAbandoned
    ? `No activity for ${LIVE_CALL_LIMITS.abandonedAfter} minutes, so the call was closed.`
    : 'It was ended in another window or by the phone system.';
  const suffix = hasTranscript ? '' : ' The transcript was empty, so nothing was saved.';
  const noticeRef = useRef<HTMLDivElement>(null);
  const textRef = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // The unsaved part is at its end.
    if (textRef.current) textRef.current.scrollTop = textRef.current.scrollHeight;
    // The transcript box is gone and may have had the focus.
    if (document.activeElement === document.body) noticeRef.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Box ref={noticeRef} tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
      <Panel
        icon={<PhoneOff size={18} />}
        title={isAbandoned ? 'This call was closed' : 'This call has ended'}
        hint={<span role="status">{`${reason}${suffix}`}</span>}
      >
        {unsavedText !== null && (
          <Box sx={{ mb: 2 }}>
            <Typography variant="body2" id="unsaved-text" sx={{ mb: 0.75 }}>
              This is your text. The end of it was not saved with the call.
            </Typography>
            <TranscriptArea ref={textRef} readOnly value={unsavedText} aria-labelledby="unsaved-text" style={{ height: 160 }} />
          </Box>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {transcriptionId && (
            <Button variant="contained" component={RouterLink} to={callPath(transcriptionId)}>
              View saved call
            </Button>
          )}
          {!transcriptionId && hasTranscript && (
            <Button variant="contained" disabled>
              Saving...
            </Button>
          )}
          {unsavedText !== null && (
            <Button variant="outlined" onClick={() => void copyToClipboard(unsavedText)}>
              Copy text
            </Button>
          )}
          <Button variant="outlined" onClick={onClose}>
            New call
          </Button>
        </Box>
      </Panel>
    </Box>
  );
}
