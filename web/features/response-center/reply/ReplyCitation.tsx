import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, ButtonBase, Collapse, Typography } from '@mui/material';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { graphql } from '#web/gql/gql.ts';
import type { ReplyCitation_ItemFragment } from '#web/gql/graphql.ts';

const ReplyCitation_item = graphql(`
  fragment ReplyCitation_item on TrainingItem {
    id
    title
    content
    category
  }
`);

/** A training item the reply stands on: its title, and its content when opened. */
export function ReplyCitation({ item }: { item: FragmentType<ReplyCitation_ItemFragment> }) {
  const { data } = useSuspenseFragment({ fragment: ReplyCitation_item, from: item });
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Box component="li" sx={{ width: '100%', borderTop: 1, borderColor: 'divider', '&:first-of-type': { borderTop: 0 } }}>
      <ButtonBase
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        sx={{
          width: '100%',
          minHeight: 40,
          px: 1,
          gap: 1,
          justifyContent: 'flex-start',
          textAlign: 'start',
          borderRadius: 1,
          '&:hover': { bgcolor: 'surface.hover' },
        }}
      >
        <Box
          component={ChevronRight}
          size={16}
          aria-hidden
          sx={{
            flexShrink: 0,
            color: 'text.secondary',
            transition: 'transform 160ms ease-out',
            transform: open ? 'rotate(90deg)' : 'none',
          }}
        />
        <Typography variant="body2" noWrap={!open} sx={{ flex: 1, fontWeight: 500 }}>
          {data.title}
        </Typography>
        <Typography variant="caption" sx={{ color: 'text.secondary' }}>
          {data.category.replaceAll('_', ' ')}
        </Typography>
      </ButtonBase>
      <Collapse in={open} id={id}>
        <Typography
          variant="body2"
          sx={{ pl: 4, pr: 1, pb: 1.5, pt: 0.25, color: 'text.secondary', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
        >
          {data.content}
        </Typography>
      </Collapse>
    </Box>
  );
}
