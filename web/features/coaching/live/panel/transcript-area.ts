import { styled } from '@mui/material/styles';

/** The box for what is said. A plain one: one that grows with its text would measure all of it at every key. */
export const TranscriptArea = styled('textarea')(({ theme }) => ({
  ...theme.typography.body1,
  lineHeight: '22px',
  display: 'block',
  width: '100%',
  height: 'clamp(224px, 34dvh, 400px)',
  minHeight: 120,
  padding: '10px 12px',
  resize: 'vertical',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.field,
  border: `1px solid ${theme.vars.palette.hairline}`,
  borderRadius: theme.vars.shape.borderRadius,
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 0.85 },
  '&:hover:not(:disabled)': { borderColor: theme.vars.palette.text.disabled },
  '&:focus-visible': {
    outline: 'none',
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '&:disabled': { resize: 'none', backgroundColor: theme.vars.palette.surface.raised, borderColor: theme.vars.palette.divider },
  '@media (pointer: coarse)': { fontSize: 16 },
  [theme.breakpoints.down('sm')]: { height: 160 },
}));
