import { Box, Button, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { ArrowDown } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SPEAKER_LABELS } from '#contract/call.ts';
import { formatTimer } from './CallTimer.tsx';
import type { LiveTurn } from './use-live-call.ts';

const Row = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '76px minmax(0, 1fr)',
  gap: 12,
  padding: '6px 16px',
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 40px',
  '& .who': { ...theme.typography.body2, fontWeight: 500, color: theme.vars.palette.text.secondary, overflowWrap: 'anywhere' },
  '& .at': { ...theme.typography.caption, display: 'block', fontWeight: 400, fontVariantNumeric: 'tabular-nums' },
  '& .text': { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '&[data-speaker=customer] .who': { color: theme.vars.palette.primary.main },
  '&[data-speaker=rep] .text': { color: theme.vars.palette.text.secondary },
  '&[data-speaker=""]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 0 },
}));

const Turn = memo(function Turn({ turn: { speaker, name, text, start } }: { turn: LiveTurn }) {
  const speakerName = name ?? (speaker && SPEAKER_LABELS[speaker]);
  return (
    <Row data-speaker={speaker ?? (speakerName ? 'named' : '')}>
      {speakerName && (
        <span className="who">
          {speakerName}
          {start !== null && <span className="at">{formatTimer(Math.floor(start / 1_000))}</span>}
        </span>
      )}
      <p className="text">{text}</p>
    </Row>
  );
});

type LiveDialogueProps = { turns: readonly LiveTurn[]; height?: number | string };

/** The live transcript. It follows the newest turn until the reader scrolls up; the browser lays out only the visible turns. */
export function LiveDialogue({ turns, height = '100%' }: LiveDialogueProps) {
  const { scroller, content, onScroll, isAtEnd, jump } = useStickToBottom(turns);
  return (
    <Box sx={{ position: 'relative', minHeight: 0, height }}>
      <Box
        ref={scroller}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label="Transcript"
        sx={{ height: '100%', overflowY: 'auto', overscrollBehavior: 'contain' }}
      >
        {turns.length === 0 && <Typography sx={{ p: 2, color: 'text.secondary' }}>No transcript yet.</Typography>}
        <Box component="ol" ref={content} sx={{ m: 0, px: 0, py: 1, listStyle: 'none' }}>
          {turns.map((turn) => (
            <Turn key={turn.index} turn={turn} />
          ))}
        </Box>
      </Box>
      {!isAtEnd && (
        <Button
          variant="outlined"
          size="small"
          onClick={jump}
          startIcon={<ArrowDown size={16} aria-hidden />}
          sx={{ position: 'absolute', bottom: 12, left: '50%', transform: 'translateX(-50%)', boxShadow: 'var(--cb-floating)' }}
        >
          Jump to latest
        </Button>
      )}
    </Box>
  );
}

/** This close to the end counts as at the end. */
const NEAR_PX = 48;

/** Keeps a growing box scrolled to its end until the reader scrolls up. */
function useStickToBottom(contentVersion: unknown) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const isStuck = useRef(true);
  const lastTop = useRef(0);

  const scrollToEnd = useCallback(() => {
    const element = scroller.current;
    if (!element || !isStuck.current) return;
    element.scrollTop = element.scrollHeight;
    lastTop.current = element.scrollTop;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new content changes the height
  useLayoutEffect(scrollToEnd, [contentVersion]);
  // Rows get their real height only when they become visible.
  useEffect(() => {
    if (!content.current || !scroller.current || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(scrollToEnd);
    observer.observe(content.current);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [scrollToEnd]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const isNear = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX;
    // Only the reader scrolls up; content that grows below must not unstick the box.
    if (isNear) isStuck.current = true;
    else if (element.scrollTop < lastTop.current - 1) isStuck.current = false;
    lastTop.current = element.scrollTop;
    setAtEnd(isStuck.current);
  };
  const jump = () => {
    isStuck.current = true;
    setAtEnd(true);
    scrollToEnd();
  };
  return { scroller, content, onScroll, isAtEnd, jump };
}
