import { Box, Button, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { ArrowDown } from 'lucide-react';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { timerText } from './CallTimer.tsx';
import { SPEAKER_LABELS } from './speakers.ts';
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
  '& .said': { margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
  '&[data-speaker=customer] .who': { color: theme.vars.palette.primary.main },
  '&[data-speaker=rep] .said': { color: theme.vars.palette.text.secondary },
  '&[data-speaker=""]': { gridTemplateColumns: 'minmax(0, 1fr)' },
  [theme.breakpoints.down('sm')]: { gridTemplateColumns: 'minmax(0, 1fr)', gap: 0 },
}));

const Turn = memo(function Turn({ turn: { speaker, name, text, start } }: { turn: LiveTurn }) {
  const who = name ?? (speaker && SPEAKER_LABELS[speaker]);
  return (
    <Row data-speaker={speaker ?? (who ? 'named' : '')}>
      {who && (
        <span className="who">
          {who}
          {start !== null && <span className="at">{timerText(Math.floor(start / 1_000))}</span>}
        </span>
      )}
      <p className="said">{text}</p>
    </Row>
  );
});

type LiveDialogueProps = { turns: readonly LiveTurn[] /** How tall it is where nothing around it says so. */; height?: number | string };

/**
 * What is said, turn by turn, while it is said. It stays at the newest words unless one scrolls up to read. The browser
 * lays out only the turns in sight, however long the call is.
 */
export function LiveDialogue({ turns, height = '100%' }: LiveDialogueProps) {
  const { scroller, content, onScroll, isAtEnd, jump } = useStickToBottom(turns);
  return (
    <Box sx={{ position: 'relative', minHeight: 0, height }}>
      <Box
        ref={scroller}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        aria-label="Dialogue"
        sx={{ height: '100%', overflowY: 'auto', overscrollBehavior: 'contain' }}
      >
        {turns.length === 0 && <Typography sx={{ p: 2, color: 'text.secondary' }}>Nothing was said yet.</Typography>}
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
          Jump to now
        </Button>
      )}
    </Box>
  );
}

/** Pixels from the end that still count as being there. */
const NEAR = 48;

/** Keeps a box that grows at its end, until its reader scrolls up. */
function useStickToBottom(grown: unknown) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLOListElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const isStuck = useRef(true);
  const lastTop = useRef(0);

  const toEnd = useCallback(() => {
    const box = scroller.current;
    if (!box || !isStuck.current) return;
    box.scrollTop = box.scrollHeight;
    lastTop.current = box.scrollTop;
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever was added may have made it longer
  useLayoutEffect(toEnd, [grown]);
  // Rows that come into sight turn out taller or shorter than they were taken for.
  useEffect(() => {
    if (!content.current || !scroller.current || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(content.current);
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, [toEnd]);

  const onScroll = () => {
    const box = scroller.current;
    if (!box) return;
    const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    // Only a reader scrolls up; that the end moved away below is no wish to stay.
    if (isNear) isStuck.current = true;
    else if (box.scrollTop < lastTop.current - 1) isStuck.current = false;
    lastTop.current = box.scrollTop;
    setAtEnd(isStuck.current);
  };
  const jump = () => {
    isStuck.current = true;
    setAtEnd(true);
    toEnd();
  };
  return { scroller, content, onScroll, isAtEnd, jump };
}
