import type { Pickable } from '#web/ui/fields/SearchPicker.tsx';

/** A customer or lead a call can be linked to. */
export type Person = Pickable;

/** How many are offered while one types. */
export const SUGGESTION_COUNT = 8;

/** What is shown below a name, of what there is. */
export const detailOf = (...known: (string | null)[]): string => known.filter(Boolean).join(' · ');
