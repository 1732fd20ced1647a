import { Box } from '@mui/material';
import { Fragment } from 'react';
import { readTemplate } from '#contract/email-template.ts';
import { VariableChip } from './VariableChip.tsx';

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
