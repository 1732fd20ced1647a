import { Box, Typography } from '@mui/material';
import type { LoadedImport } from './use-import.ts';

const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

/** The third step: what would be imported, and what would not and why. */
export function ImportPreview({ file }: { file: LoadedImport }) {
  const problems = file.problemCount ?? 0;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography>
        {`${rows(file.total - problems)} can be imported. `}
        {problems > 0 && `${rows(problems)} will be left out.`}
      </Typography>
      {problems > 0 && (
        <Box component="ul" aria-label="Problems" sx={{ m: 0, p: 0, listStyle: 'none', maxHeight: 240, overflowY: 'auto' }}>
          {file.problems.map(({ number, problem }) => (
            <Typography component="li" key={number} variant="body2" sx={{ py: 0.5, overflowWrap: 'anywhere' }}>
              <Box component="span" className="tabular" sx={{ color: 'text.secondary', mr: 1 }}>
                {`Row ${number}`}
              </Box>
              {problem}
            </Typography>
          ))}
          {problems > file.problems.length && (
            <Typography component="li" variant="body2" sx={{ py: 0.5, color: 'text.secondary' }}>
              {`And ${rows(problems - file.problems.length)} more; the report names them all.`}
            </Typography>
          )}
        </Box>
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {file.noun === 'customer'
          ? 'Customers we know by shop id, email or phone are changed; the others are new.'
          : 'Leads we know by email and name are changed; the others are new.'}
        {' Empty cells change nothing.'}
      </Typography>
    </Box>
  );
}
