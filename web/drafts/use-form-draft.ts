import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useViewer } from '#web/session/session.tsx';
import { offerDraft, readDraft, sameValue, settleDraft, subscribeDrafts, writeDraft } from './draft-store.ts';

/** What is typed is stored this long after the first key since. */
const STORE_AFTER_MS = 300;

/** What a draft needs of react-hook-form's form. */
type DraftedForm = {
  getValues(): object;
  setValue(field: string, value: unknown, options: { shouldDirty: boolean }): void;
  setFocus(field: string): void;
  subscribe(options: { formState: { values: boolean }; callback: () => void }): () => void;
};

type FormDraftOptions = {
  /** What the form is about, such as `lead/` and its id. */
  subject: string;
  form: DraftedForm;
  /** The saved values: only what differs from them is stored. */
  base: object;
  /** Gets the values that the restored fields were typed over, to compare them with the present ones. */
  onRestore?: (typedOver: Readonly<Record<string, unknown>>) => void;
};

export type FormDraft = {
  /** When what can be restored was typed; null if there is nothing. */
  readonly offeredAt: string | null;
  restore(): void;
  discard(): void;
  /** These values were saved. Answers whether the form is still open: one that was closed meanwhile must not close the next. */
  settle(saved: object): boolean;
};

/** Stores what is typed into a form, and offers it when the form is opened again. */
export function useFormDraft({ subject, form, base, onRestore }: FormDraftOptions): FormDraft {
  const { id: person } = useViewer();
  const earlier = useSyncExternalStore(subscribeDrafts, () => readDraft(person, subject)?.earlier ?? null);
  const isOpen = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const store = () => {
    if (timer.current === undefined) return;
    clearTimeout(timer.current);
    timer.current = undefined;
    const saved = new Map<string, unknown>(Object.entries(base));
    const fields = Object.entries(form.getValues())
      .map(([field, value]) => [field, { value: value ?? '', base: saved.get(field) ?? '' }] as const)
      .filter(([, { value, base: before }]) => !sameValue(value, before));
    writeDraft(person, subject, { fields: Object.fromEntries(fields), earlier: readDraft(person, subject)?.earlier ?? null });
  };
  const storeNow = useEffectEvent(store);
  useEffect(() => {
    isOpen.current = true;
    offerDraft(person, subject);
    const flush = () => storeNow();
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: () => {
        timer.current ??= setTimeout(flush, STORE_AFTER_MS);
      },
    });
    window.addEventListener('pagehide', flush);
    return () => {
      isOpen.current = false;
      unsubscribe();
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [person, subject, form.subscribe]);

  const offered = Object.entries(earlier?.fields ?? {}).filter(([field]) => field in base);
  const answer = () => {
    writeDraft(person, subject, { fields: readDraft(person, subject)?.fields ?? {}, earlier: null });
    // The button that had the focus is gone.
    if (offered[0]) form.setFocus(offered[0][0]);
  };
  return {
    offeredAt: earlier && new Date(earlier.at).toISOString(),
    restore: () => {
      for (const [field, { value }] of offered) form.setValue(field, value, { shouldDirty: true });
      onRestore?.(Object.fromEntries(offered.map(([field, each]) => [field, each.base])));
      answer();
    },
    discard: answer,
    settle: (saved) => {
      store();
      settleDraft(person, subject, { ...saved });
      return isOpen.current;
    },
  };
}
