import { Box, Button, Typography } from '@mui/material';
import { PhoneOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { LIVE_CALL_LIMITS } from '#contract/live-call.ts';
import { copyText } from '#web/lib/copy-text.ts';
import { callPath } from '#web/lib/paths.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { notify } from '#web/ui/toasts/toast.ts';
import { TranscriptArea } from './transcript-area.ts';

type EndedNoticeProps = {
  isAbandoned: boolean;
  /** What the call is stored as. */
  stored: string | null;
  /** Whether anything was said that is being stored. */
  hasWords: boolean;
  /** What was typed and is not part of it. */
  untold: string | null;
  onClose: () => void;
};

async function copy(text: string): Promise<void> {
  const isCopied = await copyText(text).then(
    () => true,
    () => false,
  );
  notify({ description: isCopied ? 'Text copied to clipboard' : 'Failed to copy text', tone: isCopied ? 'success' : 'error' });
}

/** Says why a call is over that was not ended here, and where it went; what it lacks can be copied. */
export function EndedNotice({ isAbandoned, stored, hasWords, untold, onClose }: EndedNoticeProps) {
  const why = isAbandoned
    ? `Nothing was heard of it for ${LIVE_CALL_LIMITS.abandonedAfter} minutes, so it was closed with what it had.`
    : 'It was ended elsewhere: in another window, or by the phone system.';
  const then = hasWords ? '' : ' Nothing was said in it, so nothing was stored.';
  const notice = useRef<HTMLDivElement>(null);
  const typed = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // What is missing is at its end.
    if (typed.current) typed.current.scrollTop = typed.current.scrollHeight;
    // The box is gone in which somebody may just have been typing.
    if (document.activeElement === document.body) notice.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Box ref={notice} tabIndex={-1} sx={{ '&:focus-visible': { outline: 'none' } }}>
      <Panel
        icon={<PhoneOff size={18} />}
        title={isAbandoned ? 'This call was closed' : 'This call has ended'}
        hint={<span role="status">{`${why}${then}`}</span>}
      >
        {untold !== null && (
          <Box sx={{ mb: 2 }}>
            <Typography variant="body2" id="untold" sx={{ mb: 0.75 }}>
              This is what you typed; its end is not part of the stored call.
            </Typography>
            <TranscriptArea ref={typed} readOnly value={untold} aria-labelledby="untold" style={{ height: 160 }} />
          </Box>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {stored && (
            <Button variant="contained" component={RouterLink} to={callPath(stored)}>
              View stored call
            </Button>
          )}
          {!stored && hasWords && (
            <Button variant="contained" disabled>
              Storing...
            </Button>
          )}
          {untold !== null && (
            <Button variant="outlined" onClick={() => void copy(untold)}>
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
