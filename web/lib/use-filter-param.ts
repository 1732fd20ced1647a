import { useSearchParams } from 'react-router-dom';

type SetOptions = {
  /** Adds a step to the history, so that Back returns to the value before. */
  push?: boolean;
  /** Other params that mean nothing with the new value. */
  clear?: readonly string[];
};

/** Filters, tabs and ranges that live in the URL, so that they can be linked to and survive a reload. A default is not written there. */
export function useFilterParam<Name extends string>() {
  const [params, setParams] = useSearchParams();
  return {
    get: (name: Name): string | null => params.get(name),
    /** The value if it is one of those known, or null. */
    getOneOf: <Value extends string>(name: Name, values: readonly Value[]): Value | null =>
      values.find((value) => value === params.get(name)) ?? null,
    set: (name: Name, value: string | null, { push = false, clear = [] }: SetOptions = {}) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          for (const other of clear) after.delete(other);
          if (value) after.set(name, value);
          else after.delete(name);
          return after;
        },
        { replace: !push },
      ),
  };
}
