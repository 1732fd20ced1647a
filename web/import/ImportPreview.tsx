import { Box, Typography } from '@mui/material';
import type { ImportChoices, ImportNoun } from '#contract/import.ts';
import { ImportProblems } from './ImportProblems.tsx';
import { number, summarizePreview } from './import-summary.ts';
import type { LoadedImport } from './use-import.ts';

const MATCHING = {
  customer: 'Customers are matched by shop id, email or phone; the others are added.',
  lead: 'Leads are matched by email and name; the others are added.',
  trainingItem: 'Training items are matched by title; the others are added.',
} as const satisfies Record<ImportNoun, string>;

type ImportPreviewProps = {
  file: LoadedImport;
  choices: ImportChoices;
  onChange: (changes: Partial<ImportChoices>) => void;
};

/** The third step: what would be imported, and what would be skipped and why. */
export function ImportPreview({ file, choices, onChange }: ImportPreviewProps) {
  const problems = file.problemCount ?? 0;
  const counts = [
    { what: 'New', count: file.wouldCreate },
    { what: 'Changed', count: file.wouldUpdate },
    { what: 'Unchanged', count: file.wouldKeep },
    { what: 'Skipped', count: problems },
  ];
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Typography>{summarizePreview(file)}</Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(4, 1fr)' }, gap: 1 }}>
        {counts.map(({ what, count }) => (
          <Box key={what} sx={{ display: 'flex', flexDirection: 'column-reverse', p: 1.25, borderRadius: 1.5, bgcolor: 'surface.hover' }}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {what}
            </Typography>
            <Typography component="dd" variant="subtitle2" className="tabular" sx={{ m: 0, fontSize: 18 }}>
              {number(count ?? 0)}
            </Typography>
          </Box>
        ))}
      </Box>
      {(file.problemGroups.length > 0 || choices.replacements.length > 0) && (
        <ImportProblems file={file} choices={choices} onChange={onChange} />
      )}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {MATCHING[file.noun]}
        {' Empty cells change nothing.'}
      </Typography>
    </Box>
  );
}
