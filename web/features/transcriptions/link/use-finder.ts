import { useState } from 'react';
import { useDebounced } from '#web/lib/use-debounced.ts';
import type { Person } from './person.ts';

/** The typing in a picker: what to ask for once it rests. What was picked is not searched for. */
export function useFinder(picked: Person | null) {
  const [open, setOpen] = useState(false);
  const [typed, type] = useState('');
  const wanted = useDebounced(picked?.name === typed ? '' : typed.trim(), 250);
  return { search: { typed, type, open, setOpen }, wanted: wanted || null };
}
