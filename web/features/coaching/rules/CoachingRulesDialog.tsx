import { useQuery } from '@apollo/client/react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { RuleRow } from './RuleRow.tsx';

/** The rules of live coaching. */
export function CoachingRulesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Coaching rules</DialogTitle>
      <DialogContent dividers>
        <Typography sx={{ color: 'text.secondary', mb: 1 }}>
          What live coaching listens for, the most important first. Set for everyone; each change is saved at once, and running calls obey
          it.
        </Typography>
        <RuleList />
      </DialogContent>
      <DialogActions sx={{ py: 1.5 }}>
        <Button variant="outlined" onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const WAITING = ['1', '2', '3', '4'];

/** All rules, the most important first. */
function RuleList() {
  const { rules, error, retry } = useCoachingRules();
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!rules)
    return (
      <Box role="status" aria-label="Loading coaching rules..." sx={{ display: 'grid', gap: 2 }}>
        {WAITING.map((place) => (
          <SkeletonBlock key={place} height={132} />
        ))}
      </Box>
    );
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {rules.map((rule) => (
        <RuleRow key={rule.id} rule={rule} />
      ))}
    </Box>
  );
}

const CoachingRulesQuery = graphql(`
  query CoachingRules {
    coachingRules {
      eventCursor
      rules {
        id
        ...RuleRow_rule
      }
    }
  }
`);

const CoachingRulesChanged = graphql(`
  subscription CoachingRulesChanged($after: EventCursor) {
    coachingRulesChanged(after: $after) {
      cursor
      coachingRule {
        id
        ...RuleRow_rule
      }
    }
  }
`);

/** What live coaching listens for, as it is set now: what others change is seen at once. */
function useCoachingRules() {
  const { data, error, refetch } = useQuery(CoachingRulesQuery, { fetchPolicy: 'cache-and-network' });
  const again = () => void refetch().catch(() => undefined);
  useResumableSubscription(CoachingRulesChanged, {
    cursorOf: ({ coachingRulesChanged }) => coachingRulesChanged.cursor,
    from: data?.coachingRules.eventCursor ?? null,
    // A changed rule changes in the cache by itself.
    onChange: () => undefined,
    onResync: again,
  });
  return { rules: data?.coachingRules.rules, error: data ? undefined : error, retry: again };
}
