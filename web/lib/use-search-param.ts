import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useUpdateParams } from './use-filter-param.ts';
import { useDebounced } from './use-throttled.ts';

/** Milliseconds without a keystroke after which the search starts. */
const SEARCH_DELAY_MS = 250;

/** The text in the box, the param it was typed over, and what the param was set to. */
type Draft = { text: string; over: string; requested: string };

/**
 * A search in the URL, so that it can be shared, reloaded and linked to. Input shows immediately and goes into the URL
 * after a pause; when the URL is changed elsewhere, the text follows.
 */
export function useSearchParam(name = 'search') {
  const { state } = useLocation();
  const [params] = useSearchParams();
  const updateParams = useUpdateParams();
  const search = params.get(name) ?? '';
  const [draft, setDraft] = useState<Draft>({ text: search, over: search, requested: search });
  // The URL changes a moment after it was set.
  if (draft.requested === search && draft.over !== search) setDraft({ ...draft, over: search });
  const text = search === draft.over || search === draft.requested ? draft.text : search;
  const settled = useDebounced(text, SEARCH_DELAY_MS).trim();

  const apply = useEffectEvent((next: string) => {
    if (next !== text.trim() || next === search) return;
    setDraft({ text, over: search, requested: next });
    updateParams(
      (params) => {
        if (next) params.set(name, next);
        else params.delete(name);
      },
      // Keeps the location state that came with the URL.
      { replace: true, state },
    );
  });
  useEffect(() => apply(settled), [settled]);

  return { search, text, setText: (next: string) => setDraft({ ...draft, text: next, over: search }) };
}
