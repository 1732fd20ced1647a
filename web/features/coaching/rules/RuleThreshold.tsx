import { Box, Button, FormHelperText, OutlinedInput } from '@mui/material';
import { useId, useRef } from 'react';
import type { RuleThreshold as Bounds } from '#contract/coaching-rule.ts';

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
export function RuleThreshold({ label, bounds, words, problem, hint, onType, onReset }: RuleThresholdProps) {
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
