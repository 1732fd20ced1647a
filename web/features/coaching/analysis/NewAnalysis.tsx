import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { COACHING_LIMITS } from '#contract/coaching.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { SearchField } from '#web/ui/fields/SearchField.tsx';
import { CallChoices } from './CallChoices.tsx';
import { useAnalyzeCalls } from './use-analyze-calls.ts';

/** Milliseconds without a keystroke after which a search is asked. */
const REST = 250;

// The dialog keeps its size while one searches.
const results = { minHeight: 'min(320px, 40dvh)' } as const;

/** The New Analysis dialog. What was chosen stays when it is closed or when it failed; only success empties it. */
export function NewAnalysis({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [words, type] = useState('');
  const search = useDebounced(words, REST).trim();
  const { analyze, analyzing } = useAnalyzeCalls();
  const choose = (id: string, checked: boolean) =>
    setChosen((before) => new Set(checked ? [...before, id] : [...before].filter((other) => other !== id)));
  const start = async () => {
    if (!(await analyze([...chosen]))) return;
    setChosen(new Set());
    type('');
    onClose();
  };
  if (!open) return null;
  return (
    <FormDialog
      title="New Analysis"
      submit={{ label: 'Start Analysis', pending: 'Analyzing...' }}
      pending={analyzing}
      ready={chosen.size > 0}
      maxWidth="sm"
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 1.5 }}>
        <SearchField label="Search calls" placeholder="Search calls..." value={words} onChange={type} />
        <Typography role="status" variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
          {chosen.size} selected{chosen.size >= COACHING_LIMITS.calls && `, which is as many as one analysis takes`}
        </Typography>
        <Box sx={results}>
          <CallChoices search={search} chosen={chosen} onChoose={choose} />
        </Box>
      </Box>
    </FormDialog>
  );
}
