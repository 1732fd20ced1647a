import { Box, Button, Typography } from '@mui/material';
import { styled } from '@mui/material/styles';
import { ArrowDown } from 'lucide-react';
import { memo } from 'react';
import { timerText } from '../data/elapsed.ts';
import { SPEAKER_LABELS } from '../data/speakers.ts';
import type { LiveTurn } from '../data/use-live-call.ts';
import { useStickToBottom } from './use-stick-to-bottom.ts';

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
