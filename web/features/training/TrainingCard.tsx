import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, FormControlLabel, Switch, Tooltip, Typography } from '@mui/material';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { TRAINING_CATEGORY_LABELS } from '#contract/training-words.ts';
import { graphql } from '#web/gql/gql.ts';
import { ahead } from '#web/lib/ahead.ts';
import { exactDate, exactTime } from '#web/lib/relative-time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { CardItem } from '#web/ui/CardGrid.tsx';
import { confirmDialog } from '#web/ui/confirm-dialog.ts';
import { Fetched } from '#web/ui/Fetched.tsx';
import { Effectiveness } from './Effectiveness.tsx';
import { editTraining } from './form/edit-training.ts';
import type { Unsaved } from './form/TrainingDialog.tsx';
import { useUpdateTraining } from './form/use-update-training.ts';
import { useDeleteTraining } from './use-delete-training.ts';

const TrainingCard_item = graphql(`
  fragment TrainingCard_item on TrainingItem {
    id
    title
    content
    category
    source
    tags
    isActive
    usageCount
    createdAt
    ...Effectiveness_item
    ...EditTraining_item
  }
`);

const clamped = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 3, overflow: 'hidden' } as const;
const SOURCES: Readonly<Record<string, string>> = { manual: 'Manual', callrail: 'CallRail', document: 'Document' };

/** One thing the assistant answers from, and what can be done with it. What it does not answer from is quiet. */
export function TrainingCard({ item }: { item: FragmentType<typeof TrainingCard_item> }) {
  const { data, complete } = useFragment({ fragment: TrainingCard_item, fragmentName: 'TrainingCard_item', from: item });
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null);
  const [unsaved, keep] = useState<Unsaved>({});
  const update = useUpdateTraining();
  const remove = useDeleteTraining();
  if (!complete) return null;
  const { id, title, content, category, source, tags, isActive, usageCount, createdAt } = data;
  const stop = () => setDoing(null);

  return (
    <CardItem height={230} label={title}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, opacity: isActive ? 1 : 0.6 }}>
        <Typography component="h2" title={title} sx={{ ...clamped, flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        <Badge tone="brand">{TRAINING_CATEGORY_LABELS[category]}</Badge>
      </Box>
      <Typography sx={{ ...clamped, color: 'text.secondary', overflowWrap: 'anywhere', opacity: isActive ? 1 : 0.6 }}>{content}</Typography>
      {tags.length > 0 && (
        <Box component="ul" aria-label="Tags" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, listStyle: 'none', m: 0, p: 0 }}>
          {tags.map((tag) => (
            <Box component="li" key={tag} sx={{ maxWidth: '100%', display: 'flex' }}>
              <Badge>{tag}</Badge>
            </Box>
          ))}
        </Box>
      )}
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, mt: 'auto', typography: 'caption', color: 'text.secondary' }}
      >
        <span>{SOURCES[source] ?? source}</span>
        <Effectiveness item={data} />
        <span className="tabular">Used {usageCount} times</span>
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          Created {exactDate(createdAt)}
        </time>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Tooltip title={isActive ? 'The assistant answers from this' : 'The assistant leaves this out'} describeChild>
          <FormControlLabel
            sx={{ mr: 'auto', ml: -0.5, '@media (pointer: coarse)': { minHeight: 40 } }}
            slotProps={{ typography: { variant: 'body2' } }}
            label={isActive ? 'Active' : 'Inactive'}
            control={<Switch size="small" checked={isActive} onChange={(_event, checked) => update(id, { isActive: checked })} />}
          />
        </Tooltip>
        <Button
          {...ahead(editTraining)}
          size="small"
          variant="outlined"
          startIcon={<Pencil size={14} aria-hidden />}
          onClick={() => setDoing('edit')}
        >
          Edit
        </Button>
        <Button
          {...ahead(confirmDialog)}
          size="small"
          variant="outlined"
          startIcon={<Trash2 size={14} aria-hidden />}
          onClick={() => setDoing('delete')}
        >
          Delete
        </Button>
      </Box>
      {doing === 'edit' && (
        <Fetched code={editTraining} onClose={stop}>
          {(EditTraining) => (
            <EditTraining
              item={data}
              unsaved={unsaved}
              onClose={(typed) => {
                keep(typed);
                stop();
              }}
            />
          )}
        </Fetched>
      )}
      {doing === 'delete' && (
        <Fetched code={confirmDialog} onClose={stop}>
          {(ConfirmDialog) => (
            <ConfirmDialog
              title={`Delete “${title}”?`}
              action={{ label: 'Delete', pending: 'Deleting...' }}
              onConfirm={() => remove(id)}
              onClose={stop}
            >
              The assistant will no longer answer from it. Answers that stand on it keep it.
            </ConfirmDialog>
          )}
        </Fetched>
      )}
    </CardItem>
  );
}
