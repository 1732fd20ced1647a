import { Box, Typography } from '@mui/material';
import { rows } from './import-summary.ts';

type RowErrorsProps = {
  label: string;
  notes: readonly { number: number; problem: string | null }[];
  /** How many there are in all. */
  count: number;
};

/** Messages about single rows: the first ones, and how many more there are. */
export function RowErrors({ label, notes, count }: RowErrorsProps) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 240, overflowY: 'auto' }}>
      {notes.map(({ number, problem }) => (
        <Typography component="li" key={number} variant="body2" sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
          <Box component="span" className="tabular" sx={{ color: 'text.secondary', mr: 1 }}>
            {`Row ${number}`}
          </Box>
          {problem}
        </Typography>
      ))}
      {count > notes.length && (
        <Typography component="li" variant="body2" sx={{ py: 0.5, color: 'text.secondary' }}>
          {`And ${rows(count - notes.length)} more. Download the report for all of them.`}
        </Typography>
      )}
    </Box>
  );
}
