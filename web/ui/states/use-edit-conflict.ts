import { useRef, useState } from 'react';

/** The fields of a form with the `updatedAt` of the row they were read from. */
export type Version<Values> = { readonly values: Values; readonly updatedAt: string };

/** A colleague saved the row first: their version, and their name if known. */
export type EditConflict<Values> = Version<Values> & { readonly updatedBy: string | null };

/** The result of a save. */
export type SaveOutcome<Values> = { readonly saved: boolean; readonly conflict: EditConflict<Values> | null };

/** A field that a colleague changed: its initial text in the form, the text typed here, and the text they saved. */
export type FieldConflict = { readonly field: string; readonly base: string; readonly mine: string; readonly theirs: string };

export type EditState<Values> = {
  /** The initial values of the form. Only fields that differ from them are sent. */
  readonly base: Values;
  readonly live: Version<Values>;
  readonly conflict: EditConflict<Values> | null;
  /** Sends the changes with the version they apply to; returns whether they were saved. */
  save(typed: Values, send: (ifUpdatedAt: string) => Promise<SaveOutcome<Values>>): Promise<boolean>;
  /** The next save applies to the colleague's version. */
  keepMine(): void;
  /** Resets the form to this version. */
  rebase(version: Version<Values>): void;
  /** Fields of a draft are back in the form: shows what colleagues changed since in `typedOver`, the values they were typed over. */
  resume(typed: Values, typedOver: Readonly<Record<string, unknown>>): void;
};

/** How often a save is sent again after changes that touched none of its fields. */
const ATTEMPTS = 3;

/**
 * Watches a form whose row colleagues may change meanwhile. `live` is the row as the cache has it now. A conflict is shown only
 * if a field of the form was changed: after any other change, such as a move of a lead, the save is sent again.
 */
export function useEditConflict<Values extends object>(live: Version<Values>): EditState<Values> {
  const [base, setBase] = useState(live);
  const [conflict, setConflict] = useState<EditConflict<Values> | null>(null);
  const accepted = useRef<string | null>(null);
  return {
    base: base.values,
    live,
    conflict,
    save: async (typed, send) => {
      // The cache may have a newer version without all of its fields, so only the server knows whether one of the form was changed.
      let ifUpdatedAt = accepted.current ?? base.updatedAt;
      // For the same reason the initial values of the form may be older than its version.
      const startedStale = accepted.current === null && live.updatedAt === base.updatedAt;
      accepted.current = null;
      if (startedStale && fieldConflicts(base.values, typed, live.values).length > 0) {
        setConflict({ ...live, updatedBy: null });
        return false;
      }
      for (let attempt = 1; ; attempt += 1) {
        const { saved, conflict: found } = await send(ifUpdatedAt);
        if (!found) return saved;
        if (attempt === ATTEMPTS || fieldConflicts(base.values, typed, found.values).length > 0) {
          setConflict(found);
          return false;
        }
        ifUpdatedAt = found.updatedAt;
      }
    },
    keepMine: () => {
      accepted.current = conflict?.updatedAt ?? null;
    },
    rebase: (version) => {
      setBase(version);
      setConflict(null);
    },
    resume: (typed, typedOver) => {
      const before = { ...live.values, ...typedOver };
      setBase({ values: before, updatedAt: live.updatedAt });
      if (fieldConflicts(before, typed, live.values).length > 0) setConflict({ ...live, updatedBy: null });
    },
  };
}

/** The fields that a colleague changed to another value than the one typed here. */
export function fieldConflicts<Values extends object>(base: Values, mine: Values, theirs: Values): readonly FieldConflict[] {
  const [before, typed, saved] = [texts(base), texts(mine), texts(theirs)];
  return changedFields(base, theirs)
    .map((field) => ({ field, base: before.get(field) ?? '', mine: typed.get(field) ?? '', theirs: saved.get(field) ?? '' }))
    .filter(({ mine: own, theirs: other }) => own.trim() !== other.trim());
}

/** The fields whose text differs between two versions. */
export function changedFields<Values extends object>(one: Values, other: Values): readonly string[] {
  const texted = texts(other);
  return [...texts(one)].filter(([field, text]) => text !== texted.get(field)).map(([field]) => field);
}

const texts = (values: object): ReadonlyMap<string, string> =>
  new Map(Object.entries(values).map(([field, value]) => [field, value === null || value === undefined ? '' : String(value)]));

type SettledEdit<Current> = {
  readonly success: unknown;
  readonly conflict: {
    readonly current: Current;
    readonly updatedAt: string;
    readonly updatedBy?: { readonly displayName: string } | null;
  } | null;
};

/** The result of `settleEdit`, with the colleague's row as form values. */
export function saveOutcome<Current, Values>(
  { success, conflict }: SettledEdit<Current>,
  valuesOf: (current: Current) => Values,
): SaveOutcome<Values> {
  if (!conflict) return { saved: success !== null, conflict: null };
  const { current, updatedAt, updatedBy } = conflict;
  return { saved: false, conflict: { values: valuesOf(current), updatedAt, updatedBy: updatedBy?.displayName ?? null } };
}
