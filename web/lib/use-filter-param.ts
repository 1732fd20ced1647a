import { type Location, type NavigateOptions, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

/**
 * The parameters last requested from a location. A navigation renders later, and React Router's own setter starts from the rendered
 * params: of two changes before the next render it would keep one.
 */
const requested = new WeakMap<Location, string>();

/** Changes params in the URL and leaves the others as they are, also those that were changed since the last render. */
export function useUpdateParams() {
  const location = useLocation();
  const navigate = useNavigate();
  return (change: (params: URLSearchParams) => void, options: NavigateOptions) => {
    const params = new URLSearchParams(requested.get(location) ?? location.search);
    change(params);
    requested.set(location, params.toString());
    return navigate({ search: params.toString() }, options);
  };
}

type SetOptions = {
  /** Adds a step to the history, so that Back returns to the value before. */
  push?: boolean;
  /** Other params that mean nothing with the new value. */
  clear?: readonly string[];
};

/** Filters, tabs and ranges that live in the URL, so that they can be linked to and survive a reload. A default is not written there. */
export function useFilterParam<Name extends string>() {
  const [params] = useSearchParams();
  const updateParams = useUpdateParams();
  return {
    get: (name: Name): string | null => params.get(name),
    /** The value if it is one of those known, or null. */
    getOneOf: <Value extends string>(name: Name, values: readonly Value[]): Value | null =>
      values.find((value) => value === params.get(name)) ?? null,
    set: (name: Name, value: string | null, { push = false, clear = [] }: SetOptions = {}) =>
      updateParams(
        (params) => {
          for (const other of clear) params.delete(other);
          if (value) params.set(name, value);
          else params.delete(name);
        },
        { replace: !push },
      ),
  };
}
