import { Box } from '@mui/material';
import { Fragment } from 'react';

/** A segment of text, and whether it matches the search. */
export type Highlight = { text: string; hit: boolean };

/** Text with the matches of a search highlighted. */
export function Highlighted({ parts }: { parts: readonly Highlight[] }) {
  let read = 0;
  return parts.map(({ text, hit }) => {
    const at = read;
    read += text.length;
    if (!hit) return <Fragment key={at}>{text}</Fragment>;
    return (
      <Box
        key={at}
        component="mark"
        sx={(theme) => ({ borderRadius: '3px', color: 'inherit', bgcolor: theme.vars.palette.tone.warning.surface })}
      >
        {text}
      </Box>
    );
  });
}
