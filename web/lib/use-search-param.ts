import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useDebounced } from './use-debounced.ts';

/** Milliseconds without a keystroke after which a search is asked. */
const REST = 250;

/** What stands in the box, the address it was typed over, and what the address was asked to become. */
type Typed = { words: string; over: string; asked: string };

/**
 * A search that stands in the address, so that it can be shared, reloaded and led to from elsewhere. What is typed
 * shows at once and goes into the address when one pauses; an address that others change is taken over.
 */
export function useSearchParam(name = 'search') {
  const { state } = useLocation();
  const [address, setAddress] = useSearchParams();
  const search = address.get(name) ?? '';
  const [typed, setTyped] = useState<Typed>({ words: search, over: search, asked: search });
  // The address follows a moment after it was asked to.
  if (typed.asked === search && typed.over !== search) setTyped({ ...typed, over: search });
  const words = search === typed.over || search === typed.asked ? typed.words : search;
  const rested = useDebounced(words, REST).trim();

  const ask = useEffectEvent((wanted: string) => {
    if (wanted !== words.trim() || wanted === search) return;
    setTyped({ words, over: search, asked: wanted });
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (wanted) next.set(name, wanted);
        else next.delete(name);
        return next;
      },
      // What the page was given along with its address stays with it.
      { replace: true, state },
    );
  });
  useEffect(() => ask(rested), [rested]);

  return { search, words, type: (next: string) => setTyped({ ...typed, words: next, over: search }) };
}
