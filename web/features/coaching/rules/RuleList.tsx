import { Box } from '@mui/material';
import { ErrorPanel } from '#web/ui/states/ErrorPanel.tsx';
import { SkeletonBlock } from '#web/ui/states/SkeletonBlock.tsx';
import { RuleRow } from './RuleRow.tsx';
import { useCoachingRules } from './use-coaching-rules.ts';

const WAITING = ['1', '2', '3', '4'];

/** All rules, the most important first. */
export function RuleList() {
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
