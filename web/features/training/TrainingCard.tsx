import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, FormControlLabel, Switch, Tooltip, Typography } from '@mui/material';
import { Pencil, Trash2 } from 'lucide-react';
import { TRAINING_CATEGORY_LABELS } from '#contract/training.ts';
import { graphql } from '#web/gql/gql.ts';
import { exactDate, exactTime } from '#web/lib/format/relative-time.ts';
import { CardItem } from '#web/ui/lists/CardGrid.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import { Effectiveness } from './Effectiveness.tsx';
import type { ItemAction } from './form/ItemDialogs.tsx';
import { useUpdateTraining } from './form/use-update-training.ts';

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
  }
`);

const clamped = { display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 3, overflow: 'hidden' } as const;
const SOURCES: Readonly<Record<string, string>> = { manual: 'Manual', callrail: 'CallRail', document: 'Document' };

type TrainingCardProps = { item: FragmentType<typeof TrainingCard_item>; onAct: (act: ItemAction) => void };

/** One thing the assistant answers from, and what can be done with it. What it does not answer from is quiet. */
export function TrainingCard({ item, onAct }: TrainingCardProps) {
  const { data, complete } = useFragment({ fragment: TrainingCard_item, fragmentName: 'TrainingCard_item', from: item });
  const update = useUpdateTraining();
  if (!complete) return null;
  const { id, title, content, category, source, tags, isActive, usageCount, createdAt } = data;

  return (
    <CardItem height={268} label={title}>
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
        <Typography
          component="h2"
          title={title}
          sx={{
            ...clamped,
            flex: 1,
            minWidth: 0,
            fontWeight: 600,
            overflowWrap: 'anywhere',
            color: isActive ? 'text.primary' : 'text.secondary',
          }}
        >
          {title}
        </Typography>
        <Badge>{TRAINING_CATEGORY_LABELS[category]}</Badge>
      </Box>
      <Typography sx={{ ...clamped, color: 'text.secondary', overflowWrap: 'anywhere' }}>{content}</Typography>
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
        <Button size="small" variant="outlined" startIcon={<Pencil size={14} aria-hidden />} onClick={() => onAct('edit')}>
          Edit
        </Button>
        <Button size="small" variant="outlined" startIcon={<Trash2 size={14} aria-hidden />} onClick={() => onAct('delete')}>
          Delete
        </Button>
      </Box>
    </CardItem>
  );
}
