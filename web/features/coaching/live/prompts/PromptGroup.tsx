import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import type { CoachingRuleKind } from '#web/gql/graphql.ts';

type GroupProps = { title: string /** What stands there while there is nothing. */; none: string; isEmpty: boolean; children: ReactNode };

/** Prompts of one kind under their heading. */
export function PromptGroup({ title, none, isEmpty, children }: GroupProps) {
  const id = useId();
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography variant="h2" component="h3" id={id} sx={{ mb: 0.75 }}>
        {title}
      </Typography>
      {isEmpty ? (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {none}
        </Typography>
      ) : (
        <Box component="ul" aria-labelledby={id} sx={{ display: 'grid', gap: 1, m: 0, p: 0, listStyle: 'none' }}>
          {children}
        </Box>
      )}
    </Box>
  );
}

/** What each kind of prompt is called when it is read out. */
export const KIND_WORDS = { urgent: 'Alert', tip: 'Tip', insight: 'Insight' } as const satisfies Record<CoachingRuleKind, string>;

type Shown = { withdrawn: number | null; dismissed: number | null };

/** Whether the rep has it on screen now. */
export const isShown = ({ withdrawn, dismissed }: Shown): boolean => withdrawn === null && dismissed === null;
