import { Box, ButtonBase, Typography } from '@mui/material';
import { AudioLines, BookOpen, type LucideIcon, Mail, MessageSquareText } from 'lucide-react';
import { TRAINING_CATEGORIES, TRAINING_CATEGORY_LABELS, type TrainingCategory } from '#contract/training-words.ts';
import { useCategoryCounts } from './use-category-counts.ts';

const ICONS: Record<TrainingCategory, LucideIcon> = {
  transcription: AudioLines,
  response: MessageSquareText,
  email: Mail,
  knowledge: BookOpen,
};

type CategoryCardsProps = { chosen: TrainingCategory | null; onChoose: (category: TrainingCategory | null) => void };

/** A card for each kind with how many there are; pressing one shows only these, pressing it again all. */
export function CategoryCards({ chosen, onChoose }: CategoryCardsProps) {
  const counts = useCategoryCounts();
  return (
    <Box
      role="group"
      aria-label="Categories"
      sx={{ display: 'grid', gap: 2, mb: 3, gridTemplateColumns: { xs: 'repeat(2, minmax(0, 1fr))', md: 'repeat(4, minmax(0, 1fr))' } }}
    >
      {TRAINING_CATEGORIES.map((category) => {
        const Icon = ICONS[category];
        const pressed = chosen === category;
        return (
          <ButtonBase
            key={category}
            aria-pressed={pressed}
            onClick={() => onChoose(pressed ? null : category)}
            sx={(theme) => ({
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'flex-start',
              gap: 1.5,
              p: 2,
              textAlign: 'left',
              borderRadius: '10px',
              border: `1px solid ${pressed ? theme.vars.palette.primary.main : theme.vars.palette.divider}`,
              bgcolor: pressed ? theme.vars.palette.surface.selected : theme.vars.palette.background.paper,
              '&:hover': { bgcolor: pressed ? theme.vars.palette.surface.selected : theme.vars.palette.surface.hover },
            })}
          >
            <Box aria-hidden sx={{ display: 'flex', color: pressed ? 'primary.main' : 'text.secondary' }}>
              <Icon size={18} />
            </Box>
            <Box sx={{ minWidth: 0 }}>
              <Typography noWrap sx={{ color: 'text.secondary' }}>
                {TRAINING_CATEGORY_LABELS[category]}
              </Typography>
              <Typography variant="h5" component="p" className="tabular">
                {counts?.find((each) => each.category === category)?.count ?? '–'}
              </Typography>
            </Box>
          </ButtonBase>
        );
      })}
    </Box>
  );
}
