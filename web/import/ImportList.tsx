import { Box, ButtonBase, LinearProgress, Typography } from '@mui/material';
import { useId } from 'react';
import type { ImportNoun } from '#contract/import.ts';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { isUnderWay, percent, summarizeImport } from './import-summary.ts';
import { useImports } from './use-imports.ts';

type ImportListProps = { entity: ImportNoun; onOpen: (id: string) => void };

/** The viewer's earlier and running imports, to open again. */
export function ImportList({ entity, onOpen }: ImportListProps) {
  const titleId = useId();
  const { imports, error, retry } = useImports(entity);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!imports) return <ListSkeleton label="Loading imports" rows={1} height={64} />;
  if (imports.length === 0) return null;
  return (
    <Box>
      <Typography id={titleId} variant="subtitle2" component="h3" sx={{ mb: 0.5 }}>
        Your imports of the last 30 days
      </Typography>
      <Box component="ul" aria-labelledby={titleId} sx={{ m: 0, mx: -1, p: 0, listStyle: 'none', maxHeight: 280, overflowY: 'auto' }}>
        {imports.map((file) => (
          <li key={file.id}>
            <ButtonBase
              onClick={() => onOpen(file.id)}
              sx={{
                display: 'block',
                width: 1,
                p: 1,
                borderRadius: 1,
                textAlign: 'left',
                '&:hover, &:focus-visible': { bgcolor: 'surface.hover' },
              }}
            >
              <Box sx={{ display: 'flex', gap: 2, justifyContent: 'space-between' }}>
                <Typography variant="body2" noWrap sx={{ fontWeight: 500 }}>
                  {file.fileName}
                </Typography>
                <Typography variant="body2" noWrap sx={{ color: 'text.secondary', flexShrink: 0 }}>
                  <RelativeTime at={file.createdAt} />
                </Typography>
              </Box>
              <Typography variant="body2" className="tabular" sx={{ color: 'text.secondary' }}>
                {summarizeImport(file)}
              </Typography>
              {isUnderWay(file) && (
                <LinearProgress aria-label={file.fileName} variant="determinate" value={percent(file)} sx={{ mt: 0.5 }} />
              )}
            </ButtonBase>
          </li>
        ))}
      </Box>
    </Box>
  );
}
