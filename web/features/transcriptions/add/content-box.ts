import { styled } from '@mui/material/styles';

/** A large box for text. A plain one: one that grows with its text would measure half a million characters at every key. */
export const ContentBox = styled('textarea')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'block',
  width: '100%',
  minHeight: 200,
  padding: '10px 12px',
  resize: 'vertical',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.surface.field,
  border: `1px solid ${theme.vars.palette.hairline}`,
  borderRadius: theme.vars.shape.borderRadius,
  '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 0.85 },
  '&:hover': { borderColor: theme.vars.palette.text.disabled },
  '&:focus-visible': {
    outline: 'none',
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '&[aria-invalid=true]': { borderColor: theme.vars.palette.error.main },
  '&[aria-invalid=true]:focus-visible': { boxShadow: `0 0 0 1px ${theme.vars.palette.error.main}` },
  '&[data-dragging]': { borderColor: theme.vars.palette.primary.main, backgroundColor: theme.vars.palette.surface.selected },
  '@media (pointer: coarse)': { fontSize: 16 },
  [theme.breakpoints.down('sm')]: { height: 200 },
}));
