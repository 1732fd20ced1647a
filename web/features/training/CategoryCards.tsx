import { Box, ButtonBase } from '@mui/material';
import { AudioLines, BookOpen, type LucideIcon, Mail, MessageSquareText } from 'lucide-react';
import { TRAINING_CATEGORIES, TRAINING_CATEGORY_LABELS, type TrainingCategory } from '#contract/training.ts';
import { FilterSelect } from '#web/ui/fields/FilterSelect.tsx';
import { StatLabel, StatValue, statCard, statCardGrid } from '#web/ui/values/StatCard.tsx';
import { useCategoryCounts } from './use-category-counts.ts';

const ICONS: Record<TrainingCategory, LucideIcon> = {
  transcription: AudioLines,
  response: MessageSquareText,
  email: Mail,
  knowledge: BookOpen,
};

type CategoryCardsProps = { chosen: TrainingCategory | null; onChoose: (category: TrainingCategory | null) => void };

/** A card for each category with its count; pressing one toggles the filter. */
export function CategoryCards({ chosen, onChoose }: CategoryCardsProps) {
  const { counts, failed } = useCategoryCounts();
  return (
    <Box role="group" aria-label="Categories" sx={{ ...statCardGrid(4), mb: 3 }}>
      {TRAINING_CATEGORIES.map((category) => {
        const pressed = chosen === category;
        return (
          <ButtonBase
            key={category}
            aria-pressed={pressed}
            onClick={() => onChoose(pressed ? null : category)}
            sx={(theme) => ({
              ...statCard,
              textAlign: 'left',
              borderRadius: '10px',
              border: `1px solid ${pressed ? theme.vars.palette.primary.main : theme.vars.palette.divider}`,
              bgcolor: pressed ? theme.vars.palette.surface.selected : theme.vars.palette.background.paper,
              '&:hover': { bgcolor: pressed ? theme.vars.palette.surface.selected : theme.vars.palette.surface.hover },
            })}
          >
            <StatLabel label={TRAINING_CATEGORY_LABELS[category]} icon={ICONS[category]} as="span" />
            <StatValue as="span">{failed ? '–' : counts?.find((each) => each.category === category)?.count}</StatValue>
          </ButtonBase>
        );
      })}
    </Box>
  );
}

type CategorySelectProps = { value: TrainingCategory | null; onChange: (category: TrainingCategory | null) => void };

/** The category filter as a dropdown. */
export const CategorySelect = ({ value, onChange }: CategorySelectProps) => (
  <FilterSelect
    label="Category"
    value={value}
    all="All Categories"
    options={TRAINING_CATEGORIES.map((category) => [category, TRAINING_CATEGORY_LABELS[category]])}
    onChoose={(chosen) => onChange(TRAINING_CATEGORIES.find((each) => each === chosen) ?? null)}
  />
);
