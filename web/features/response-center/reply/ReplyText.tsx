import { Box, Typography } from '@mui/material';
import { paragraphsOf, type Segment, type TextRange } from './reply-text.ts';

type PlaceholderProps = { piece: Segment; onFill?: (stretch: TextRange) => void };

// A click is a shortcut only: at the keyboard the button below the text leads to the same place.
function Placeholder({ piece: { text, start }, onFill }: PlaceholderProps) {
  return (
    <Box
      component="mark"
      onClick={onFill && (() => onFill({ start, end: start + text.length }))}
      sx={{
        px: '3px',
        mx: '-1px',
        borderRadius: '4px',
        boxDecorationBreak: 'clone',
        color: 'tone.warning.ink',
        bgcolor: 'tone.warning.surface',
        boxShadow: (theme) => `inset 0 -1px 0 ${theme.vars.palette.tone.warning.main}`,
        cursor: onFill && 'text',
      }}
    >
      {text}
    </Box>
  );
}

type ReplyTextProps = { text: string; onFill?: (stretch: TextRange) => void };

/** A reply in paragraphs; what a person has to fill in stands out, and a click on it begins the filling in. */
export function ReplyText({ text, onFill }: ReplyTextProps) {
  return (
    <Box sx={{ maxWidth: '76ch', overflowWrap: 'anywhere' }}>
      {paragraphsOf(text).map(({ start, apart, pieces }) => (
        <Typography key={start} sx={{ lineHeight: '22px', mt: apart ? 1.5 : 0, '&:first-of-type': { mt: 0 } }}>
          {pieces.map((piece) => (piece.placeholder ? <Placeholder key={piece.start} piece={piece} onFill={onFill} /> : piece.text))}
        </Typography>
      ))}
    </Box>
  );
}
