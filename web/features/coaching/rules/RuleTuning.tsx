import { Box, Typography } from '@mui/material';
import type { FocusEvent, KeyboardEvent } from 'react';
import { coachingRule } from '#contract/coaching-rule.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { RuleThreshold } from './RuleThreshold.tsx';
import { type RuleNow, useChangeRule } from './use-change-rule.ts';
import { useRuleTrial } from './use-rule-trial.ts';
import { useThreshold } from './use-threshold.ts';

/**
 * The threshold of a rule, and how often the rule would have spoken with the one that is typed. It may be tried first:
 * Enter saves it, and so does leaving the field and the button; Escape takes it back.
 */
export function RuleTuning({ rule }: { rule: RuleNow & { label: string } }) {
  const { key, label, threshold } = rule;
  const bounds = coachingRule(key).threshold;
  const { change, reset } = useChangeRule();
  const typing = useThreshold({ key, threshold, save: (typed) => change(rule, { threshold: typed }) });
  const trial = useRuleTrial(key, typing.meant);

  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) typing.save();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) typing.save();
    if (event.key !== 'Escape' || !typing.isTyped) return;
    // The first Escape undoes the typing, the next one closes the dialog.
    event.stopPropagation();
    typing.takeBack();
  };
  const resetTo = (standard: number) => () => {
    typing.takeBack();
    void reset(rule, standard);
  };
  return (
    <Box onBlur={leave} onKeyDown={press} sx={{ mt: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 2, rowGap: 1 }}>
        {bounds && (
          <RuleThreshold
            label={label}
            bounds={bounds}
            words={typing.words}
            problem={typing.problem}
            hint={typing.isTyped ? 'Saved with Enter, or when you go on.' : null}
            onType={typing.type}
            onReset={threshold === bounds.standard ? null : resetTo(bounds.standard)}
          />
        )}
        <LoadingButton
          variant="outlined"
          loading={trial.pending || typing.problem !== null}
          onClick={trial.run}
          aria-label={trial.pending ? `Trying ${label}...` : `Try on past calls: ${label}`}
          sx={{ ml: 'auto' }}
        >
          {trial.pending ? 'Trying...' : 'Try on past calls'}
        </LoadingButton>
      </Box>
      <Typography
        role="status"
        variant="body2"
        className="tabular"
        sx={{ mt: trial.said ? 1 : 0, color: 'text.secondary', textAlign: 'right' }}
      >
        {trial.said}
      </Typography>
    </Box>
  );
}
