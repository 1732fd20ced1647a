import { Box, FormControl, FormControlLabel, FormLabel, Radio, RadioGroup, type SxProps, type Theme } from '@mui/material';
import { useId } from 'react';
import { RESPONSE_TYPES, type ResponseType } from '#contract/assistant.ts';

const LABELS = { sales: 'Sales Response', support: 'Tech Support' } as const satisfies Record<ResponseType, string>;

const choice: SxProps<Theme> = (theme) => ({
  m: 0,
  pl: 0.5,
  pr: 1.5,
  minHeight: 40,
  flex: '1 0 auto',
  border: `1px solid ${theme.vars.palette.hairline}`,
  borderRadius: `${theme.vars.shape.borderRadius}`,
  bgcolor: 'surface.field',
  whiteSpace: 'nowrap',
  transition: theme.transitions.create(['background-color', 'border-color']),
  '&:hover': { bgcolor: 'surface.hover' },
  '&:has(:checked)': { borderColor: 'primary.main', bgcolor: 'surface.selected' },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
});

type ResponseTypeChoiceProps = { value: ResponseType; onChange: (type: ResponseType) => void };

/** As whom to answer: a salesperson, or support. */
export function ResponseTypeChoice({ value, onChange }: ResponseTypeChoiceProps) {
  const id = useId();
  return (
    <FormControl component={Box}>
      <FormLabel id={id} sx={{ typography: 'subtitle2', mb: 0.75 }}>
        Response type
      </FormLabel>
      <RadioGroup row aria-labelledby={id} value={value} sx={{ gap: 1, flexWrap: 'wrap' }}>
        {RESPONSE_TYPES.map((type) => (
          <FormControlLabel
            key={type}
            value={type}
            label={LABELS[type]}
            control={<Radio size="small" onChange={() => onChange(type)} sx={{ p: 1 }} />}
            sx={choice}
          />
        ))}
      </RadioGroup>
    </FormControl>
  );
}
