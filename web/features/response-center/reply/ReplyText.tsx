import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import type { SourcedSentence } from './sentence-sources.ts';

/** How the sentences of a reply show what they rest on. */
export type SentenceSources = {
  sentences: readonly SourcedSentence[];
  /** The sources that are pointed at, in the text or in their list. */
  active: readonly number[];
  onActive: (sources: readonly number[]) => void;
  /** What a sentence shows of its sources on hover and focus. */
  describe: (sources: readonly number[]) => ReactNode;
};

type ReplyTextProps = { text: string; onFill?: (range: TextRange) => void; sourced?: SentenceSources };

/** A reply in paragraphs. Placeholders are highlighted, and clicking one starts to fill it in; sentences show their sources. */
export function ReplyText({ text, onFill, sourced }: ReplyTextProps) {
  return (
    <Box sx={{ maxWidth: '76ch', overflowWrap: 'anywhere' }}>
      {paragraphsOf(text, sourced?.sentences).map(({ start, spaced, segments }) => (
        <Typography key={start} sx={{ lineHeight: '22px', mt: spaced ? 1.5 : 0, '&:first-of-type': { mt: 0 } }}>
          {segments.map((segment) => {
            const content = segment.placeholder ? <Placeholder key={segment.start} segment={segment} onFill={onFill} /> : segment.text;
            return sourced && segment.sentence ? (
              <Sentence key={segment.start} segment={segment} sentence={segment.sentence} sourced={sourced}>
                {content}
              </Sentence>
            ) : (
              content
            );
          })}
        </Typography>
      ))}
    </Box>
  );
}

type PlaceholderProps = { segment: Segment; onFill?: (range: TextRange) => void };

// The click is a shortcut; keyboard users have F2 and the "Next gap" button below the text.
function Placeholder({ segment: { text, placeholder }, onFill }: PlaceholderProps) {
  return (
    <Box
      component="mark"
      onClick={onFill && placeholder ? () => onFill(placeholder) : undefined}
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

type SentenceProps = { segment: Segment; sentence: SourcedSentence; sourced: SentenceSources; children: ReactNode };

/** A sentence, or a part of one, with the numbers of its sources. Hover, focus and touch show their passages. */
function Sentence({ segment, sentence, sourced: { active, onActive, describe }, children }: SentenceProps) {
  const { start, end, sources } = sentence;
  const isActive = sources.some((source) => active.includes(source));
  const isLast = segment.start + segment.text.length === end;
  return (
    <Tooltip title={describe(sources)} describeChild enterTouchDelay={0} leaveTouchDelay={8_000}>
      <Box
        component="span"
        // One stop of the keyboard for each sentence.
        tabIndex={segment.start === start ? 0 : undefined}
        data-sources={isLast ? sources.map((source) => source + 1).join(' ') : undefined}
        onMouseEnter={() => onActive(sources)}
        onMouseLeave={() => onActive([])}
        onFocus={() => onActive(sources)}
        onBlur={() => onActive([])}
        sx={{
          borderRadius: '3px',
          boxDecorationBreak: 'clone',
          textDecoration: `underline ${isActive ? 'solid' : 'dotted'}`,
          textDecorationColor: (theme) => (isActive ? theme.vars.palette.primary.main : theme.vars.palette.text.disabled),
          textDecorationThickness: isActive ? '2px' : '1px',
          textUnderlineOffset: '3px',
          bgcolor: isActive ? 'tone.brand.surface' : undefined,
          // The number is not part of the text: it is neither selected nor copied.
          '&[data-sources]::after': {
            // A word joiner keeps it on the line of the last word.
            content: ['"\\2060" attr(data-sources)', '"\\2060" attr(data-sources) / ""'],
            ml: '2px',
            fontSize: 11,
            lineHeight: 1,
            verticalAlign: 'super',
            color: 'text.secondary',
          },
        }}
      >
        {children}
      </Box>
    </Tooltip>
  );
}

/** Character offsets in a text. */
export type TextRange = { start: number; end: number };

/** A segment of a reply; `start` is its offset in the whole text. `placeholder` is the gap it is a part of, `sentence` the sourced sentence. */
type Segment = { text: string; start: number; placeholder: TextRange | null; sentence: SourcedSentence | null };
/** `spaced`: separated by an empty line from the one before; the lines of a signature, for example, are not. */
type Paragraph = { start: number; spaced: boolean; segments: Segment[] };

// `[confirm delivery date]` is a placeholder; `[1]`, `[]` and a Markdown link `[text](url)` are not. The longest quotes two sentences.
const PLACEHOLDER = /\[(?=[^[\]\n]*\p{L})[^[\]\n]{2,600}\](?!\()/gu;

/** Splits a line where placeholders and sentences begin and end. */
function segmentsOf(line: string, start: number, sentences: readonly SourcedSentence[]): Segment[] {
  const stop = start + line.length;
  const placeholders = placeholdersIn(line).map((range) => ({ start: start + range.start, end: start + range.end }));
  const inLine = sentences.filter((sentence) => sentence.start < stop && sentence.end > start);
  const edges = [...placeholders, ...inLine].flatMap((range) => [range.start, range.end]).filter((edge) => edge > start && edge < stop);
  const starts = [...new Set([start, ...edges])].sort((a, b) => a - b);
  return starts.map((from, at) => {
    const within = (range: TextRange) => range.start <= from && from < range.end;
    return {
      text: line.slice(from - start, (starts[at + 1] ?? stop) - start),
      start: from,
      placeholder: placeholders.find(within) ?? null,
      sentence: inLine.find(within) ?? null,
    };
  });
}

const EMPTY_LINE = /\n[^\S\n]*\r?\n/;

/** Splits a reply into paragraphs: one for each non-empty line. */
export function paragraphsOf(text: string, sentences: readonly SourcedSentence[] = []): Paragraph[] {
  const hasEmptyLines = EMPTY_LINE.test(text.trim());
  let end = 0;
  return [...text.matchAll(/[^\r\n]+/g)]
    .filter(({ 0: line }) => line.trim() !== '')
    .map(({ 0: line, index }) => {
      const spaced = !hasEmptyLines || EMPTY_LINE.test(text.slice(end, index));
      end = index + line.length;
      return { start: index, spaced, segments: segmentsOf(line, index, sentences) };
    });
}

/** The placeholders that still have to be filled in, in order. */
export function placeholdersIn(text: string): TextRange[] {
  return [...text.matchAll(PLACEHOLDER)].map(({ 0: found, index }) => ({ start: index, end: index + found.length }));
}
