import { Box, Link, Typography } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';
import { COACHING_LIMITS } from '#contract/coaching.ts';
import { LoadMore } from '#web/ui/lists/LoadMore.tsx';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { touchTarget } from '#web/ui/touch-target.ts';
import { CallChoice } from './CallChoice.tsx';
import { useCallsToChoose } from './use-calls-to-choose.ts';

type CallChoicesProps = { search: string; chosen: ReadonlySet<string>; onChoose: (id: string, checked: boolean) => void };

/** The calls that can be reviewed, each with a checkbox. */
export function CallChoices({ search, chosen, onChoose }: CallChoicesProps) {
  const { calls, searching, error, retry, hasMore, loadingMore, more } = useCallsToChoose(search);
  if (error) return <ErrorPanel error={error} onRetry={retry} />;
  if (!calls) {
    return (
      <Typography role="status" sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
        Loading calls...
      </Typography>
    );
  }
  if (calls.length === 0) {
    return (
      <Typography role="status" sx={{ py: 4, textAlign: 'center', color: 'text.secondary' }}>
        {search ? (
          'No calls match your search.'
        ) : (
          <>
            There are no calls to analyze yet. On{' '}
            <Link component={RouterLink} to="/ai-training" sx={touchTarget}>
              AI Training
            </Link>
            , add training data of the category Transcription, or import calls from CallRail.
          </>
        )}
      </Typography>
    );
  }
  return (
    <>
      <Box component="ul" aria-label="Calls" aria-busy={searching} sx={{ display: 'grid', gap: 0.5, m: 0, p: 0, listStyle: 'none' }}>
        {calls.map((call) => (
          <li key={call.id}>
            <CallChoice
              item={call}
              checked={chosen.has(call.id)}
              full={chosen.size >= COACHING_LIMITS.calls}
              onChoose={(checked) => onChoose(call.id, checked)}
            />
          </li>
        ))}
      </Box>
      <LoadMore hasMore={hasMore && !searching} loading={loadingMore} onMore={more} />
    </>
  );
}
