import { IconButton, InputAdornment } from '@mui/material';
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './Field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'endAdornment'> & {
  autoComplete: 'current-password' | 'new-password';
  /** What the button calls it, where there is more than one to show. */
  called?: string;
};

/** A field for a password, which can be shown while one types. */
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
