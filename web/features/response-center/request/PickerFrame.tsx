import { FormControl, OutlinedInput } from '@mui/material';
import { useId } from 'react';
import { FieldLabel } from '#web/ui/fields/FieldLabel.tsx';

type PickerFrameProps = {
  label: string;
  typed: string;
  /** A pointer or the focus has come near: time to fetch what looks people up. */
  onNear: () => void;
  onFocused: (focused: boolean) => void;
  onType: (typed: string) => void;
};

/** The picker before its code is there: it looks the same, and what is typed into it is kept. */
export function PickerFrame({ label, typed, onNear, onFocused, onType }: PickerFrameProps) {
  const id = useId();
  return (
    <FormControl fullWidth onPointerEnter={onNear}>
      <FieldLabel htmlFor={id}>{label}</FieldLabel>
      <OutlinedInput
        size="small"
        id={id}
        value={typed}
        onFocus={() => {
          onFocused(true);
          onNear();
        }}
        onBlur={() => onFocused(false)}
        onChange={(event) => onType(event.target.value)}
        placeholder="Type a name"
        inputProps={{ role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list', autoComplete: 'off' }}
      />
    </FormControl>
  );
}
