import { Box, Typography } from '@mui/material';

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

/** From where to where in a text. */
export type TextRange = { start: number; end: number };

/** A stretch of a reply; `start` is where it stands in the whole text. */
type Segment = { text: string; start: number; placeholder: boolean };
/** `apart`: an empty line stands before it, as before a new thought; the lines of a signature stand close together. */
type Paragraph = { start: number; apart: boolean; pieces: Segment[] };

// `[confirm delivery date]` is for the person to fill in; `[1]`, `[]` and a link's `[text](address)` are not.
const PLACEHOLDER = /\[(?=[^[\]\n]*\p{L})[^[\]\n]{2,120}\](?!\()/gu;

/** Cuts a line at its bracketed placeholders. */
function piecesOf(line: string, start: number): Segment[] {
  const pieces: Segment[] = [];
  let end = 0;
  const plain = (until: number) => {
    if (until > end) pieces.push({ text: line.slice(end, until), start: start + end, placeholder: false });
  };
  for (const { 0: text, index } of line.matchAll(PLACEHOLDER)) {
    plain(index);
    pieces.push({ text, start: start + index, placeholder: true });
    end = index + text.length;
  }
  plain(line.length);
  return pieces;
}

const EMPTY_LINE = /\n[^\S\n]*\r?\n/;

/** A reply as it is shown: one paragraph for each line that says something. */
export function paragraphsOf(text: string): Paragraph[] {
  const spaced = EMPTY_LINE.test(text.trim());
  let end = 0;
  return [...text.matchAll(/[^\r\n]+/g)]
    .filter(({ 0: line }) => line.trim() !== '')
    .map(({ 0: line, index }) => {
      const apart = !spaced || EMPTY_LINE.test(text.slice(end, index));
      end = index + line.length;
      return { start: index, apart, pieces: piecesOf(line, index) };
    });
}

/** The placeholders that still wait for the person, in order. */
export function placeholdersIn(text: string): TextRange[] {
  return [...text.matchAll(PLACEHOLDER)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}
