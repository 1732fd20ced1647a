import { Box, FormControl, FormLabel, MenuItem, Select } from '@mui/material';
import { useId } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { splitTags, TRAINING_CATEGORIES, TRAINING_CATEGORY_LABELS } from '#contract/training.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { Badge } from '#web/ui/values/Badge.tsx';
import type { TrainingValues } from './training-values.ts';

/** What one may write down for the assistant; the form around it says what happens then. */
export function TrainingFields() {
  const categoryId = useId();
  const { control, register, formState, watch } = useFormContext<TrainingValues>();
  const { errors } = formState;
  const field = (name: 'title' | 'content' | 'tags') => {
    const { ref, ...input } = register(name);
    return { ...input, inputRef: ref, autoComplete: 'off' };
  };
  const tags = splitTags(watch('tags'));

  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Field label="Title" {...field('title')} error={errors.title?.message} required autoFocus />
      <Controller
        name="category"
        control={control}
        render={({ field: { ref, ...category } }) => (
          <FormControl fullWidth size="small">
            <FormLabel id={categoryId}>Category</FormLabel>
            <Select labelId={categoryId} inputRef={ref} {...category}>
              {TRAINING_CATEGORIES.map((each) => (
                <MenuItem key={each} value={each}>
                  {TRAINING_CATEGORY_LABELS[each]}
                </MenuItem>
              ))}
            </Select>
          </FormControl>
        )}
      />
      <Field label="Content" {...field('content')} error={errors.content?.message} required multiline minRows={5} maxRows={14} />
      <Box>
        <Field label="Tags" {...field('tags')} error={errors.tags?.message} hint="Separate tags with commas" />
        {tags.length > 0 && (
          <Box aria-label="Tags so far" role="group" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, mt: 1 }}>
            {tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </Box>
        )}
      </Box>
    </Box>
  );
}
