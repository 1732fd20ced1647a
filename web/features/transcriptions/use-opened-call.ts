import { useLocation, useNavigate, useSearchParams } from 'react-router';

const OPENED_HERE = { openedHere: true } as const;

/** The call that stands open over the list, by the address: it can be shared, and Back closes it. */
export function useOpenedCall() {
  const [address] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();

  const addressWith = (id: string | null) => {
    const next = new URLSearchParams(address);
    if (id === null) next.delete('call');
    else next.set('call', id);
    return { search: next.toString() };
  };
  return {
    opened: address.get('call'),
    open: (id: string) => navigate(addressWith(id), { state: OPENED_HERE }),
    close: () => {
      // Closing goes back to where it was opened, so that Back does not open it again.
      const isOurs = typeof state === 'object' && state !== null && 'openedHere' in state;
      if (isOurs) navigate(-1);
      else navigate(addressWith(null), { replace: true });
    },
  };
}
