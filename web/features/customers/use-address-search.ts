import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useDebounced } from '#web/lib/use-debounced.ts';

/** How long typing has to rest before a search is asked, in milliseconds. */
const REST = 250;

/** A search that lives in the address (`?search=`): it survives a reload, can be sent to somebody, and follows the back button. */
export function useAddressSearch() {
  const { state } = useLocation();
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const rested = useDebounced(typed, REST).trim();

  // The address changed by itself, not because of what was typed here.
  const [known, setKnown] = useState(search);
  if (known !== search) {
    setKnown(search);
    if (search !== rested) setTyped(search);
  }

  const write = useEffectEvent((words: string) => {
    if (words === search) return;
    const next = new URLSearchParams(params);
    if (words) next.set('search', words);
    else next.delete('search');
    setParams(next, { replace: true, state });
  });
  useEffect(() => write(rested), [rested]);

  return { search, typed, setTyped };
}
