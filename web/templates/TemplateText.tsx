import { Box } from '@mui/material';
import { Fragment } from 'react';
import { readTemplate } from '#contract/email-template.ts';
import { formatVariable, humanize, isPlaceholder } from './template-values.ts';

/** The text of a template, each variable shown as a small chip. */
export function TemplateText({ text, lines = false }: { text: string /** Whether its line breaks are kept. */; lines?: boolean }) {
  let read = 0;
  return (
    <Box component="span" sx={{ whiteSpace: lines ? 'pre-wrap' : 'normal', overflowWrap: 'anywhere' }}>
      {readTemplate(text).map((part) => {
        const at = read;
        read += part.text.length;
        return part.kind === 'variable' ? <VariableChip key={at} name={part.name} /> : <Fragment key={at}>{part.text}</Fragment>;
      })}
    </Box>
  );
}

/** A variable within a text: its name on a tinted background, in another color if it is unknown. */
export function VariableChip({ name }: { name: string }) {
  return (
    <Box
      component="span"
      title={isPlaceholder(name) ? formatVariable(name) : `${formatVariable(name)} is not filled in for you`}
      sx={(theme) => {
        const hue = theme.vars.palette.tone[isPlaceholder(name) ? 'brand' : 'warning'];
        return {
          px: '5px',
          py: '1px',
          borderRadius: '5px',
          fontSize: '0.93em',
          fontWeight: 500,
          overflowWrap: 'anywhere',
          boxDecorationBreak: 'clone',
          WebkitBoxDecorationBreak: 'clone',
          color: hue.ink,
          bgcolor: hue.surface,
        };
      }}
    >
      {humanize(name)}
    </Box>
  );
}
