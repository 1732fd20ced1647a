import { type To, useLocation, useNavigate, useSearchParams } from 'react-router-dom';

const OPENED_HERE = { openedHere: true } as const;

/** What stands open over a list, by its id in the address: it can be shared, and Back closes it. `place` names where in it one is led to. */
export function useDrawerParam(name: string, place?: string) {
  const [address] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();

  const addressWith = (id: string | null): To => {
    const next = new URLSearchParams(address);
    if (place) next.delete(place);
    if (id === null) next.delete(name);
    else next.set(name, id);
    return { search: next.toString() };
  };
  /** The way to one of them, for a link. */
  const wayTo = (id: string) => ({ to: addressWith(id), state: OPENED_HERE });
  return {
    opened: address.get(name),
    place: place ? address.get(place) : null,
    wayTo,
    open: (id: string) => navigate(addressWith(id), { state: OPENED_HERE }),
    close: () => {
      // Closing goes back to where it was opened, so that Back does not open it again.
      const isOurs = typeof state === 'object' && state !== null && 'openedHere' in state;
      if (isOurs) navigate(-1);
      else navigate(addressWith(null), { replace: true });
    },
  };
}
