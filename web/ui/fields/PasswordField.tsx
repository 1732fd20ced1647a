import { IconButton, InputAdornment } from '@mui/material';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './Field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'endAdornment'> & {
  autoComplete: 'current-password' | 'new-password';
  /** The name of the password in the button's label, if there is more than one field. */
  called?: string;
};

/** A password field with a button that shows the password. */
export function PasswordField({ called = 'password', ...field }: PasswordFieldProps) {
  const [visible, setVisible] = useState(false);
  return (
    <Field
      {...field}
      type={visible ? 'text' : 'password'}
      endAdornment={
        <InputAdornment position="end">
          <IconButton
            size="small"
            edge="end"
            aria-label={`${visible ? 'Hide' : 'Show'} ${called}`}
            aria-pressed={visible}
            onClick={() => setVisible(!visible)}
          >
            {visible ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          </IconButton>
        </InputAdornment>
      }
    />
  );
}
