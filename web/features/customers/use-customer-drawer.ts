import { type To, useLocation, useNavigate } from 'react-router-dom';

const OPENED_HERE = 'opened here';

type Way = { to: To; replace: boolean; state: unknown };

/** The customer whose drawer is open, as the address says (`?customer=`). Going back closes it. */
export function useCustomerDrawer() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const id = new URLSearchParams(search).get('customer');

  /** This address with another customer in it, or with none. */
  const addressOf = (next: string | null): To => {
    const params = new URLSearchParams(search);
    if (next === null) params.delete('customer');
    else params.set('customer', next);
    return { search: params.size > 0 ? `?${params}` : '' };
  };
  /** The way to a customer's drawer. From one drawer to the next is no step to come back to. */
  const wayTo = (next: string): Way => ({ to: addressOf(next), replace: id !== null, state: id === null ? OPENED_HERE : state });
  const open = (next: string) => {
    const { to, ...how } = wayTo(next);
    navigate(to, how);
  };
  const close = () => (state === OPENED_HERE ? navigate(-1) : navigate(addressOf(null), { replace: true }));
  return { id, wayTo, open, close };
}
