import { Box, type SxProps, type Theme, Typography } from '@mui/material';
import { useId } from 'react';
import { RESPONSE_TYPES, type ResponseType } from '#contract/call.ts';

const LABELS = { sales: 'Sales Response', support: 'Tech Support' } as const satisfies Record<ResponseType, string>;

const choice: SxProps<Theme> = (theme) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 1.25,
  px: 1.5,
  minHeight: 36,
  '@media (pointer: coarse)': { minHeight: 40 },
  flex: '1 0 auto',
  border: `1px solid ${theme.vars.palette.hairline}`,
  borderRadius: `${theme.vars.shape.borderRadius}`,
  bgcolor: 'surface.field',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  transition: theme.transitions.create(['background-color', 'border-color']),
  '&:hover': { bgcolor: 'surface.hover' },
  '&:has(:checked)': { borderColor: 'primary.main', bgcolor: 'surface.selected' },
  '&:has(:focus-visible)': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
});

// The browser's own radio button: MUI's would bring a good part of its form controls to the first screen.
const radio = { width: 18, height: 18, m: 0, outline: 'none' } as const;

type ResponseTypeChoiceProps = { value: ResponseType; onChange: (type: ResponseType) => void };

/** As whom to answer: a salesperson, or support. */
export function ResponseTypeChoice({ value, onChange }: ResponseTypeChoiceProps) {
  const id = useId();
  return (
    <Box role="radiogroup" aria-labelledby={id}>
      <Typography id={id} variant="subtitle2" component="p" sx={{ mb: 0.5 }}>
        Response type
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {RESPONSE_TYPES.map((type) => (
          <Box component="label" key={type} sx={choice}>
            <Box
              component="input"
              type="radio"
              name={id}
              value={type}
              checked={type === value}
              onChange={() => onChange(type)}
              sx={(theme) => ({ ...radio, accentColor: theme.vars.palette.primary.main })}
            />
            {LABELS[type]}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
