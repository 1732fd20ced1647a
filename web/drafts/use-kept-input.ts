import { useSyncExternalStore } from 'react';
import { useViewer } from '#web/session/session.tsx';
import { type Draft, readDraft, sameValue, subscribeDrafts, writeDraft } from './draft-store.ts';

/** Input of a page that has no form to open: it is there again wherever it was left, until it is sent or discarded. */
export function useKeptInput<Values extends object>(
  subject: string,
  empty: Values,
): [Values, (changes: Partial<Values> | ((values: Values) => Partial<Values>)) => void] {
  const { id: person } = useViewer();
  const draft = useSyncExternalStore(subscribeDrafts, () => readDraft(person, subject));
  // Reads the store again: a request that ends after the page was left still finds what is there by then.
  const change = (changes: Partial<Values> | ((values: Values) => Partial<Values>)) => {
    const before = valuesOf(readDraft(person, subject), empty);
    const fields = Object.entries({ ...before, ...(typeof changes === 'function' ? changes(before) : changes) })
      .map(([field, value]) => [field, { value, base: new Map<string, unknown>(Object.entries(empty)).get(field) }] as const)
      .filter(([, { value, base }]) => !sameValue(value, base));
    writeDraft(person, subject, { fields: Object.fromEntries(fields), earlier: null });
  };
  return [valuesOf(draft, empty), change];
}

const valuesOf = <Values extends object>(draft: Draft | null, empty: Values): Values => ({
  ...empty,
  ...Object.fromEntries(Object.entries(draft?.fields ?? {}).map(([field, { value }]) => [field, value])),
});
