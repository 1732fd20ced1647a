import { Box, Button } from '@mui/material';
import { PLACEHOLDERS, type Placeholder } from '#contract/email-template.ts';
import { humanize } from './template-values.ts';

/** A button for each known variable, which inserts it at the cursor. */
export function InsertVariable({ onInsert }: { onInsert: (name: Placeholder) => void }) {
  return (
    <Box
      role="group"
      aria-label="Insert a variable"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 0.75, typography: 'body2', color: 'text.secondary' }}
    >
      <span aria-hidden>Insert:</span>
      {PLACEHOLDERS.map((name) => (
        <Button
          key={name}
          size="small"
          variant="outlined"
          // The field keeps its focus and cursor.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onInsert(name)}
          sx={small}
        >
          {humanize(name)}
        </Button>
      ))}
    </Box>
  );
}

const small = {
  minHeight: 26,
  minWidth: 0,
  py: 0.25,
  px: 1,
  fontSize: 12,
  lineHeight: '18px',
  '@media (pointer: coarse)': { minHeight: 40 },
} as const;
