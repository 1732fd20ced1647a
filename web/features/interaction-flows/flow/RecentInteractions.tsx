import type { FragmentType } from '@apollo/client';
import { useSuspenseFragment } from '@apollo/client/react';
import { Box, Typography } from '@mui/material';
import { RECENT_INTERACTIONS } from '#contract/flow.ts';
import { graphql } from '#web/gql/gql.ts';
import type { RecentInteractions_FlowFragment } from '#web/gql/graphql.ts';
import { Badge } from '#web/ui/values/Badge.tsx';
import { RelativeTime } from '#web/ui/values/RelativeTime.tsx';
import { inset } from './inset.ts';
import { interactionWords } from './interaction-words.ts';

const RecentInteractions_flow = graphql(`
  fragment RecentInteractions_flow on InteractionFlow {
    id
    interactions(first: 5) {
      type
      description
      timestamp
    }
  }
`);

/** The last five things that happened in a flow, newest first. */
export function RecentInteractions({ flow: from }: { flow: FragmentType<RecentInteractions_FlowFragment> }) {
  const { data: flow } = useSuspenseFragment({ fragment: RecentInteractions_flow, from });
  // They have no ids, and two may be alike: their place tells them apart.
  const recent = flow.interactions.slice(0, RECENT_INTERACTIONS).map((each, place) => ({ ...each, key: `${each.timestamp} ${place}` }));
  return (
    <Box role="group" aria-label="Recent Interactions" sx={inset}>
      <Typography variant="h3" component="h3" sx={{ color: 'text.secondary' }}>
        Recent Interactions
      </Typography>
      {recent.length === 0 && <Typography sx={{ color: 'text.secondary' }}>No interactions yet</Typography>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25 }}>
        {recent.map(({ key, type, description, timestamp }) => (
          <Box key={key} component="li" sx={{ minWidth: 0 }}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 0.25 }}>
              <Badge>{interactionWords(type)}</Badge>
              <Typography variant="caption" sx={{ color: 'text.secondary', flexShrink: 0 }}>
                <RelativeTime at={timestamp} />
              </Typography>
            </Box>
            <Typography variant="body2" sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
              {description}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
