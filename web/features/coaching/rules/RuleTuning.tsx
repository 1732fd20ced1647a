import { useApolloClient } from '@apollo/client/react';
import { Box, Button, FormHelperText, OutlinedInput, Typography } from '@mui/material';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { type RuleThreshold as Bounds, type CoachingRuleKey, coachingRule, thresholdProblem } from '#contract/coaching-rule.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { type RuleNow, useChangeRule } from './use-change-rule.ts';

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

const HOLDS = { over: 'Fires above', from: 'Fires from', upTo: 'Fires from', under: 'Fires below' } as const satisfies Record<
  Bounds['holds'],
  string
>;

type RuleThresholdProps = {
  /** Whose threshold it is. */
  label: string;
  bounds: Bounds;
  /** What stands in the field, and what is wrong with it or how it is saved. */
  words: string;
  problem: string | null;
  hint: string | null;
  onType: (words: string) => void;
  /** Back to the standard threshold; null where it is that. */
  onReset: (() => void) | null;
};

/** Where a rule begins to hold: a number to type, with its unit. */
function RuleThreshold({ label, bounds, words, problem, hint, onType, onReset }: RuleThresholdProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const below = problem ?? hint;
  const reset = () => {
    onReset?.();
    // The button goes, and whoever pressed it must not be lost with it.
    field.current?.focus();
  };
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, typography: 'body2' }}>
        <span aria-hidden>{HOLDS[bounds.holds]}</span>
        <OutlinedInput
          size="small"
          value={words}
          error={problem !== null}
          onChange={(event) => onType(event.target.value)}
          inputRef={field}
          sx={{ width: 76 }}
          inputProps={{
            inputMode: bounds.whole ? 'numeric' : 'decimal',
            'aria-label': `${label}: ${HOLDS[bounds.holds].toLowerCase()}`,
            'aria-describedby': `${id}-unit${below ? ` ${id}-below` : ''}`,
            className: 'tabular',
          }}
        />
        <span id={`${id}-unit`}>{bounds.unit}</span>
        {onReset && (
          <Button size="small" variant="text" onClick={reset} aria-label={`Reset to ${bounds.standard}: ${label}`}>
            Reset to {bounds.standard}
          </Button>
        )}
      </Box>
      {below && (
        <FormHelperText id={`${id}-below`} error={problem !== null} role={problem ? 'alert' : undefined}>
          {below}
        </FormHelperText>
      )}
    </Box>
  );
}

const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

type Saved = { key: CoachingRuleKey; threshold: number | null; save: (threshold: number) => void };

/** A threshold that is being typed. It stays over what others set meanwhile, until it is saved or taken back. */
function useThreshold({ key, threshold, save }: Saved) {
  const [draft, setDraft] = useState<string | null>(null);
  const words = draft ?? String(threshold ?? '');
  const typed = NUMBER.test(words.trim()) ? Number(words.trim().replace(',', '.')) : Number.NaN;
  const problem = draft === null ? null : thresholdProblem(key, typed);
  return {
    words,
    problem,
    isTyped: draft !== null,
    /** The threshold that is typed, or the one that is saved. */
    meant: draft === null || problem !== null ? threshold : typed,
    type: setDraft,
    takeBack: () => setDraft(null),
    save: () => {
      if (draft === null || problem !== null) return;
      if (typed !== threshold) save(typed);
      setDraft(null);
    },
  };
}

const TryCoachingRule = graphql(`
  query TryCoachingRule($key: CoachingRuleKey!, $threshold: Float) {
    coachingRuleTrial(key: $key, threshold: $threshold) {
      ... on CoachingRuleTrial {
        calls
        fired
        callsFired
      }
      ... on Failure {
        message
      }
    }
  }
`);

type Trial = { calls: number; fired: number; callsFired: number };

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;

/** What a trial found, as a sentence. */
function found({ calls, fired, callsFired }: Trial): string {
  if (calls === 0) return 'There is no call yet to try it on';
  const among = calls === 1 ? 'the last call' : `the last ${calls} calls`;
  if (fired === 0) return `Would not have fired in ${among}`;
  return `Would have fired ${counted(fired, 'time')} in ${among}${calls === 1 ? '' : `, in ${callsFired} of them`}`;
}

/** Tries a rule on past calls with a threshold. What was found is told only beside the threshold it was found with. */
function useRuleTrial(key: CoachingRuleKey, threshold: number | null) {
  const client = useApolloClient();
  const [pending, setPending] = useState(false);
  const [answer, setAnswer] = useState<{ threshold: number | null; said: string } | null>(null);
  const run = async () => {
    setPending(true);
    const asked = client.query({ query: TryCoachingRule, variables: { key, threshold }, fetchPolicy: 'no-cache' });
    const trial = await runMutation(asked, { failed: 'Failed to try the coaching rule' });
    setAnswer(trial && { threshold, said: found(trial) });
    setPending(false);
  };
  return { run, pending, said: answer?.threshold === threshold ? answer.said : null };
}
