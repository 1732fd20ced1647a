import { FormControl, FormLabel, OutlinedInput } from '@mui/material';
import { Suspense, startTransition, useId, useState } from 'react';
import { lazyWithPreload } from '#web/lib/lazy-with-preload.ts';
import type { PickedCustomer } from '#web/ui/fields/CustomerPicker.tsx';
import { ErrorBoundary } from '#web/ui/states/ErrorBoundary.tsx';

// Few replies are for a customer who is looked up: it loads on intent, or with a customer who was handed over.
const CustomerPicker = lazyWithPreload(() => import('#web/ui/fields/CustomerPicker.tsx').then((m) => m.CustomerPicker));

const LABEL = 'Customer (optional)';

type RecipientPickerProps = { value: PickedCustomer | null; onChange: (customer: PickedCustomer | null) => void };

/** Finds the customer to answer; the reply greets them and is stored with them. */
export function RecipientPicker({ value, onChange }: RecipientPickerProps) {
  const id = useId();
  const [text, setText] = useState('');
  const [isNear, setNear] = useState(false);
  const [focused, setFocused] = useState(false);
  // A transition: the field that is being typed in stays until the picker is there.
  const onNear = () => startTransition(() => setNear(true));

  // Looks like the picker, and what is typed into it is kept.
  const field = (
    <FormControl fullWidth onPointerEnter={onNear}>
      <FormLabel htmlFor={id}>{LABEL}</FormLabel>
      <OutlinedInput
        size="small"
        id={id}
        value={value?.name ?? text}
        onFocus={() => {
          setFocused(true);
          onNear();
        }}
        onBlur={() => setFocused(false)}
        onChange={(event) => setText(event.target.value)}
        placeholder="Type a name"
        inputProps={{ role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list', autoComplete: 'off' }}
      />
    </FormControl>
  );
  return (
    <ErrorBoundary fallback={() => field}>
      <Suspense fallback={field}>
        {isNear || value ? (
          <CustomerPicker label={LABEL} value={value} onChange={onChange} initialText={text} autoFocus={focused} />
        ) : (
          field
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
