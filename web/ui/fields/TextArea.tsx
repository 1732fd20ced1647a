import { styled } from '@mui/material/styles';

/** A plain textarea for long texts: an auto-growing one would measure the text on every key. */
export const TextArea = styled('textarea')(({ theme }) => ({
  ...theme.typography.body1,
  display: 'block',
  width: '100%',
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
  '&[aria-invalid=true]': { borderColor: theme.vars.palette.error.main },
  '&[aria-invalid=true]:focus-visible': { boxShadow: `0 0 0 1px ${theme.vars.palette.error.main}` },
  '@media (pointer: coarse)': { fontSize: 16 },
}));

type TextBox = HTMLInputElement | HTMLTextAreaElement;

/** Inserts text at the cursor as if it were typed. `onText` gets the new text if the browser fires no input event. */
export function insertText(box: TextBox, inserted: string, onText: (text: string) => void): void {
  box.focus();
  // The only way that keeps the undo history; not every browser supports it.
  if (document.execCommand?.('insertText', false, inserted)) return;
  box.setRangeText(inserted, box.selectionStart ?? box.value.length, box.selectionEnd ?? box.value.length, 'end');
  onText(box.value);
}
