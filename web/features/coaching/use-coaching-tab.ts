import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';

export const COACHING_TABS = ['overview', 'real-time', 'insights', 'sessions'] as const;
export type CoachingTab = (typeof COACHING_TABS)[number];

const OPENED_HERE = { openedHere: true } as const;

/** What is looked at: the tab and the opened session live in the address, so that they can be linked to and survive a reload. */
export function useCoachingTab() {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const addressWith = (name: string, value: string | null) => {
    const next = new URLSearchParams(address);
    if (value) next.set(name, value);
    else next.delete(name);
    return next;
  };
  return {
    tab: COACHING_TABS.find((tab) => tab === address.get('tab')) ?? 'overview',
    openTab: (tab: CoachingTab) => setAddress(tab === 'overview' ? {} : { tab }),
    session: address.get('session'),
    openSession: (id: string) => navigate({ search: addressWith('session', id).toString() }, { state: OPENED_HERE }),
    closeSession: () => {
      // Closing goes back to where it was opened, so that Back does not open it again.
      const isOurs = typeof state === 'object' && state !== null && 'openedHere' in state;
      if (isOurs) navigate(-1);
      else setAddress(addressWith('session', null), { replace: true });
    },
  };
}
