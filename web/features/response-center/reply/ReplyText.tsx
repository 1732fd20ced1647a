import { Box, Typography } from '@mui/material';

type PlaceholderProps = { segment: Segment; onFill?: (range: TextRange) => void };

// The click is a shortcut; keyboard users have the "Fill in" button below the text.
function Placeholder({ segment: { text, start }, onFill }: PlaceholderProps) {
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

type ReplyTextProps = { text: string; onFill?: (range: TextRange) => void };

/** A reply in paragraphs with highlighted placeholders; clicking one starts to fill it in. */
export function ReplyText({ text, onFill }: ReplyTextProps) {
  return (
    <Box sx={{ maxWidth: '76ch', overflowWrap: 'anywhere' }}>
      {paragraphsOf(text).map(({ start, spaced, segments }) => (
        <Typography key={start} sx={{ lineHeight: '22px', mt: spaced ? 1.5 : 0, '&:first-of-type': { mt: 0 } }}>
          {segments.map((segment) =>
            segment.placeholder ? <Placeholder key={segment.start} segment={segment} onFill={onFill} /> : segment.text,
          )}
        </Typography>
      ))}
    </Box>
  );
}

/** Character offsets in a text. */
export type TextRange = { start: number; end: number };

/** A segment of a reply; `start` is its offset in the whole text. */
type Segment = { text: string; start: number; placeholder: boolean };
/** `spaced`: separated by an empty line from the one before; the lines of a signature, for example, are not. */
type Paragraph = { start: number; spaced: boolean; segments: Segment[] };

// `[confirm delivery date]` is a placeholder; `[1]`, `[]` and a Markdown link `[text](url)` are not.
const PLACEHOLDER = /\[(?=[^[\]\n]*\p{L})[^[\]\n]{2,120}\](?!\()/gu;

/** Splits a line at its bracketed placeholders. */
function segmentsOf(line: string, start: number): Segment[] {
  const segments: Segment[] = [];
  let end = 0;
  const pushText = (until: number) => {
    if (until > end) segments.push({ text: line.slice(end, until), start: start + end, placeholder: false });
  };
  for (const { 0: text, index } of line.matchAll(PLACEHOLDER)) {
    pushText(index);
    segments.push({ text, start: start + index, placeholder: true });
    end = index + text.length;
  }
  pushText(line.length);
  return segments;
}

const EMPTY_LINE = /\n[^\S\n]*\r?\n/;

/** Splits a reply into paragraphs: one for each non-empty line. */
export function paragraphsOf(text: string): Paragraph[] {
  const hasEmptyLines = EMPTY_LINE.test(text.trim());
  let end = 0;
  return [...text.matchAll(/[^\r\n]+/g)]
    .filter(({ 0: line }) => line.trim() !== '')
    .map(({ 0: line, index }) => {
      const spaced = !hasEmptyLines || EMPTY_LINE.test(text.slice(end, index));
      end = index + line.length;
      return { start: index, spaced, segments: segmentsOf(line, index) };
    });
}

/** The placeholders that still have to be filled in, in order. */
export function placeholdersIn(text: string): TextRange[] {
  return [...text.matchAll(PLACEHOLDER)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}
