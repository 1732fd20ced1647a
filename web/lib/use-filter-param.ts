import { useSearchParams } from 'react-router-dom';

/** Choices that live in the address, so that they can be linked to and survive a reload; nothing chosen is not named there. */
export function useFilterParam<Name extends string>() {
  const [address, setAddress] = useSearchParams();
  return {
    /** What is chosen, where it is one of those there are. */
    chosen: <Value extends string>(name: Name, among: readonly Value[]): Value | null =>
      among.find((value) => value === address.get(name)) ?? null,
    choose: (name: Name, value: string | null) =>
      setAddress(
        (before) => {
          const after = new URLSearchParams(before);
          if (value) after.set(name, value);
          else after.delete(name);
          return after;
        },
        { replace: true },
      ),
  };
}
