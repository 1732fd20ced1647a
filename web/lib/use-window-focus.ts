import { useEffect, useEffectEvent } from 'react';

/** Does something when the person comes back to this tab, for what nobody tells of while they are in another one. */
export function useWindowFocus(act: () => void): void {
  const returned = useEffectEvent(act);
  useEffect(() => {
    const onFocus = () => returned();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
}
