import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Button, Chip, FormControlLabel, Switch, Typography } from '@mui/material';
import { Pencil, Trash2 } from 'lucide-react';
import { TRAINING_CATEGORY_LABELS } from '#contract/training.ts';
import { graphql } from '#web/gql/gql.ts';
import { exactDate, exactTime } from '#web/lib/format/time.ts';
import { Permitted, useMay } from '#web/session/session.tsx';
import { CardItem } from '#web/ui/lists/CardGrid.tsx';
import { Tooltip } from '#web/ui/Tooltip.tsx';
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
const SOURCE_LABELS: Readonly<Record<string, string>> = { manual: 'Manual', callrail: 'CallRail', document: 'Document' };

type TrainingCardProps = { item: FragmentType<typeof TrainingCard_item>; onAction: (act: ItemAction) => void };

/** A training item and its actions; inactive items are muted. */
export function TrainingCard({ item, onAction }: TrainingCardProps) {
  const { data, complete } = useFragment({ fragment: TrainingCard_item, fragmentName: 'TrainingCard_item', from: item });
  const update = useUpdateTraining();
  const mayChange = useMay('trainingItem.change');
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
        <Chip label={TRAINING_CATEGORY_LABELS[category]} />
      </Box>
      <Typography sx={{ ...clamped, color: 'text.secondary', overflowWrap: 'anywhere' }}>{content}</Typography>
      {tags.length > 0 && (
        <Box component="ul" aria-label="Tags" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, listStyle: 'none', m: 0, p: 0 }}>
          {tags.map((tag) => (
            <Box component="li" key={tag} sx={{ maxWidth: '100%', display: 'flex' }}>
              <Chip label={tag} />
            </Box>
          ))}
        </Box>
      )}
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5, rowGap: 0.5, mt: 'auto', typography: 'caption', color: 'text.secondary' }}
      >
        <span>{SOURCE_LABELS[source] ?? source}</span>
        <Effectiveness item={data} />
        <span className="tabular">Used {usageCount} times</span>
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          Created {exactDate(createdAt)}
        </time>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Tooltip title={isActive ? 'Used by the assistant' : 'Not used by the assistant'} describeChild>
          <FormControlLabel
            sx={{ mr: 'auto', ml: -0.5, '@media (pointer: coarse)': { minHeight: 40 } }}
            slotProps={{ typography: { variant: 'body2' } }}
            label={isActive ? 'Active' : 'Inactive'}
            control={
              <Switch
                size="small"
                disabled={!mayChange}
                checked={isActive}
                onChange={(_event, checked) => update(id, { isActive: checked })}
              />
            }
          />
        </Tooltip>
        <Permitted to="trainingItem.change">
          <Button size="small" variant="outlined" startIcon={<Pencil size={14} aria-hidden />} onClick={() => onAction('edit')}>
            Edit
          </Button>
        </Permitted>
        <Permitted to="trainingItem.delete">
          <Button size="small" variant="outlined" startIcon={<Trash2 size={14} aria-hidden />} onClick={() => onAction('delete')}>
            Delete
          </Button>
        </Permitted>
      </Box>
    </CardItem>
  );
}

const Effectiveness_item = graphql(`
  fragment Effectiveness_item on TrainingItem {
    effectivenessScore
  }
`);

/** The effectiveness score: the share of citing responses that were used. */
function Effectiveness({ item }: { item: FragmentType<typeof Effectiveness_item> }) {
  const { effectivenessScore } = useFragment({ fragment: Effectiveness_item, from: item }).data;
  const hasScore = typeof effectivenessScore === 'number';
  return (
    <Tooltip title={hasScore ? `${effectivenessScore}% of the responses that cite it were used` : 'No response cites it yet'} describeChild>
      <span className="tabular">{hasScore ? `${effectivenessScore}% effective` : 'Not rated yet'}</span>
    </Tooltip>
  );
}
