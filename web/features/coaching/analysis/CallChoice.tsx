import type { FragmentType } from '@apollo/client';
import { useFragment } from '@apollo/client/react';
import { Box, Checkbox, Typography } from '@mui/material';
import { useId } from 'react';
import { CALL_PREVIEW } from '#contract/coaching.ts';
import { graphql } from '#web/gql/gql.ts';

const CallChoice_item = graphql(`
  fragment CallChoice_item on TrainingItem {
    id
    title
    content
  }
`);

/** The beginning of what was said; never half a character. */
const preview = (content: string): string => {
  const text = content.replace(/\s+/g, ' ').trim();
  const head = [...text.slice(0, CALL_PREVIEW * 2)].slice(0, CALL_PREVIEW).join('');
  return head.length < text.length ? `${head}...` : head;
};

type CallChoiceProps = {
  item: FragmentType<typeof CallChoice_item>;
  checked: boolean;
  /** No more calls can be chosen. */
  full: boolean;
  onChoose: (checked: boolean) => void;
};

/** One call that can be reviewed: its title and the first hundred characters of it. */
export function CallChoice({ item, checked, full, onChoose }: CallChoiceProps) {
  const id = useId();
  const { data, complete } = useFragment({ fragment: CallChoice_item, from: item });
  if (!complete) return null;
  return (
    <Box
      component="label"
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1,
        p: 1,
        borderRadius: '8px',
        cursor: 'pointer',
        bgcolor: checked ? 'surface.selected' : undefined,
        '&:hover': { bgcolor: checked ? 'surface.selected' : 'surface.hover' },
      }}
    >
      <Checkbox
        size="small"
        checked={checked}
        disabled={full && !checked}
        onChange={(_event, chosen) => onChoose(chosen)}
        slotProps={{ input: { 'aria-labelledby': `${id}-title`, 'aria-describedby': `${id}-preview` } }}
        sx={{ p: 0.5 }}
      />
      <Box sx={{ minWidth: 0, pt: 0.25 }}>
        <Typography id={`${id}-title`} sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {data.title}
        </Typography>
        <Typography id={`${id}-preview`} variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {preview(data.content)}
        </Typography>
      </Box>
    </Box>
  );
}
