import { useQuery } from '@apollo/client/react';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { useResumableSubscription } from '#web/apollo/use-resumable-subscription.ts';
import { graphql } from '#web/gql/gql.ts';
import { ListSkeleton } from '#web/ui/lists/ListSkeleton.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { RuleRow } from './RuleRow.tsx';

/** The rules of live coaching. */
export function CoachingRulesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Coaching rules</DialogTitle>
      <DialogContent dividers>
        <Typography sx={{ color: 'text.secondary', mb: 1 }}>
          What live coaching listens for, most important first. Changes apply to everyone at once, including live calls.
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

const _SKELETON_KEYS = ['1', '2', '3', '4'];

/** All rules, most important first. */
function RuleList() {
  const { rules, error, retry } = useCoachingRules();
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!rules) return <ListSkeleton label="Loading coaching rules..." rows={4} height={148} />;
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

/** The coaching rules, kept up to date by a subscription. */
function useCoachingRules() {
  const { data, error, refetch } = useQuery(CoachingRulesQuery, { fetchPolicy: 'cache-and-network' });
  const retry = () => void refetch().catch(() => undefined);
  useResumableSubscription(CoachingRulesChanged, {
    cursorOf: ({ coachingRulesChanged }) => coachingRulesChanged.cursor,
    from: data?.coachingRules.eventCursor ?? null,
    // The cache updates the changed rule.
    onChange: () => undefined,
    onResync: retry,
  });
  return { rules: data?.coachingRules.rules, error: data ? undefined : error, retry };
}
