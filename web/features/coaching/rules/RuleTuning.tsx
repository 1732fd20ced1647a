import { useApolloClient } from '@apollo/client/react';
import { Box, Button, FormHelperText, OutlinedInput, Typography } from '@mui/material';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { type RuleThreshold as Bounds, type CoachingRuleKey, coachingRule, thresholdProblem } from '#contract/coaching-rule.ts';
import { runMutation } from '#web/apollo/run-mutation.ts';
import { graphql } from '#web/gql/gql.ts';
import { pluralize } from '#web/lib/format/text.ts';
import { useMay } from '#web/session/session.tsx';
import { LoadingButton } from '#web/ui/dialogs/LoadingButton.tsx';
import { type RuleState, useChangeRule } from './use-change-rule.ts';

/**
 * The threshold of a rule, and a test of the typed threshold on past calls. Enter saves it, and so does leaving the field
 * and the button; Escape reverts it.
 */
export function RuleTuning({ rule }: { rule: RuleState & { label: string } }) {
  const { key, label, threshold } = rule;
  const bounds = coachingRule(key).threshold;
  const { change, reset } = useChangeRule();
  const edit = useThreshold({ key, threshold, save: (parsed) => change(rule, { threshold: parsed }) });
  const trial = useRuleTrial(key, edit.value);
  const mayChange = useMay('coachingRule.configure');

  const handleBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) edit.save();
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) edit.save();
    if (event.key !== 'Escape' || !edit.isDirty) return;
    // The first Escape undoes the typing, the next one closes the dialog.
    event.stopPropagation();
    edit.cancel();
  };
  const resetTo = (standard: number) => () => {
    edit.cancel();
    void reset(rule, standard);
  };
  return (
    <Box onBlur={handleBlur} onKeyDown={handleKeyDown} sx={{ mt: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 2, rowGap: 1 }}>
        {bounds && (
          <RuleThreshold
            label={label}
            bounds={bounds}
            text={edit.text}
            error={edit.error}
            hint={edit.isDirty ? 'Press Enter or leave the field to save.' : null}
            onType={edit.setText}
            readOnly={!mayChange}
            onReset={!mayChange || threshold === bounds.standard ? null : resetTo(bounds.standard)}
          />
        )}
        <LoadingButton
          variant="outlined"
          loading={trial.pending || edit.error !== null}
          onClick={trial.run}
          aria-label={trial.pending ? `Testing ${label}...` : `Test on past calls: ${label}`}
          sx={{ ml: 'auto' }}
        >
          {trial.pending ? 'Testing...' : 'Test on past calls'}
        </LoadingButton>
      </Box>
      <Typography
        role="status"
        variant="body2"
        className="tabular"
        sx={{ mt: trial.message ? 1 : 0, color: 'text.secondary', textAlign: 'right' }}
      >
        {trial.message}
      </Typography>
    </Box>
  );
}

const FIRES = { over: 'Fires above', from: 'Fires from', upTo: 'Fires from', under: 'Fires below' } as const satisfies Record<
  Bounds['holds'],
  string
>;

type RuleThresholdProps = {
  label: string;
  bounds: Bounds;
  text: string;
  error: string | null;
  hint: string | null;
  readOnly: boolean;
  onType: (text: string) => void;
  /** Resets to the default threshold; null if it is the default. */
  onReset: (() => void) | null;
};

/** The threshold field of a rule, with its unit. */
function RuleThreshold({ label, bounds, text, error, hint, readOnly, onType, onReset }: RuleThresholdProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const helperText = error ?? hint;
  const reset = () => {
    onReset?.();
    // The focused button disappears.
    field.current?.focus();
  };
  return (
    <Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, typography: 'body2' }}>
        <span aria-hidden>{FIRES[bounds.holds]}</span>
        <OutlinedInput
          size="small"
          value={text}
          error={error !== null}
          readOnly={readOnly}
          onChange={(event) => onType(event.target.value)}
          inputRef={field}
          sx={{ width: 76 }}
          inputProps={{
            inputMode: bounds.whole ? 'numeric' : 'decimal',
            'aria-label': `${label}: ${FIRES[bounds.holds].toLowerCase()}`,
            'aria-describedby': `${id}-unit${helperText ? ` ${id}-below` : ''}`,
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
      {helperText && (
        <FormHelperText id={`${id}-below`} error={error !== null} role={error ? 'alert' : undefined}>
          {helperText}
        </FormHelperText>
      )}
    </Box>
  );
}

const NUMBER = /^[+-]?\d+(?:[.,]\d+)?$/;

type ThresholdOptions = { key: CoachingRuleKey; threshold: number | null; save: (threshold: number) => void };

/** A threshold being edited. Changes by others do not overwrite it until it is saved or reverted. */
function useThreshold({ key, threshold, save }: ThresholdOptions) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? String(threshold ?? '');
  const parsed = NUMBER.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
  const error = draft === null ? null : thresholdProblem(key, parsed);
  return {
    text,
    error,
    isDirty: draft !== null,
    /** The typed threshold if valid, else the saved one. */
    value: draft === null || error !== null ? threshold : parsed,
    setText: setDraft,
    cancel: () => setDraft(null),
    save: () => {
      if (draft === null || error !== null) return;
      if (parsed !== threshold) save(parsed);
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

type TrialResult = { calls: number; fired: number; callsFired: number };

function formatResult({ calls, fired, callsFired }: TrialResult): string {
  if (calls === 0) return 'No calls to test on yet';
  const callCount = calls === 1 ? 'the last call' : `the last ${calls} calls`;
  if (fired === 0) return `Would not have fired in ${callCount}`;
  return `Would have fired ${pluralize(fired, 'time')} in ${callCount}${calls === 1 ? '' : `, in ${callsFired} of them`}`;
}

/** Tests a rule on past calls. The result is shown only while the tested threshold is in the field. */
function useRuleTrial(key: CoachingRuleKey, threshold: number | null) {
  const client = useApolloClient();
  const [pending, setPending] = useState(false);
  const [result, setResult] = useState<{ threshold: number | null; message: string } | null>(null);
  const run = async () => {
    setPending(true);
    const query = client.query({ query: TryCoachingRule, variables: { key, threshold }, fetchPolicy: 'no-cache' });
    const trial = await runMutation(query, { failed: 'Failed to test coaching rule' });
    setResult(trial && { threshold, message: formatResult(trial) });
    setPending(false);
  };
  return { run, pending, message: result?.threshold === threshold ? result.message : null };
}
