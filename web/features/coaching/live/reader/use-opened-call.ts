import { type To, useLocation, useNavigate } from 'react-router-dom';

const OPENED_HERE = 'opened here';

/** The running call that is read along, as the address says (`?call=`): it can be shared, and Back closes it. */
export function useOpenedCall() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const id = new URLSearchParams(search).get('call');

  const addressOf = (next: string | null): To => {
    const params = new URLSearchParams(search);
    if (next === null) params.delete('call');
    else params.set('call', next);
    return { search: params.size > 0 ? `?${params}` : '' };
  };
  const wayTo = (next: string) => ({ to: addressOf(next), replace: id !== null, state: id === null ? OPENED_HERE : state });
  const close = () => void (state === OPENED_HERE ? navigate(-1) : navigate(addressOf(null), { replace: true }));
  return { id, wayTo, close };
}
