import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import type { CoachingRuleKind } from '#web/gql/graphql.ts';

type PromptGroupProps = { title: string; emptyText: string; isEmpty: boolean; children: ReactNode };

/** Prompts of one kind under their heading. */
export function PromptGroup({ title, emptyText, isEmpty, children }: PromptGroupProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography variant="h2" component="h3" id={id} sx={{ mb: 0.75 }}>
        {title}
      </Typography>
      {isEmpty ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {emptyText}
        </Typography>
      ) : (
        <Box component="ul" aria-labelledby={id} sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
          {children}
        </Box>
      )}
    </Box>
  );
}

/** The name of each kind of prompt. */
export const KIND_LABELS = { urgent: 'Alert', tip: 'Tip', insight: 'Insight' } as const satisfies Record<CoachingRuleKind, string>;

type Dismissible = { withdrawn: number | null; dismissed: number | null };

/** Whether the rep still sees the prompt. */
export const isVisible = ({ withdrawn, dismissed }: Dismissible): boolean => withdrawn === null && dismissed === null;
