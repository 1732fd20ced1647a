import { useEffect, useEffectEvent } from 'react';

/** Runs a callback when this tab gets the focus back, for data without a subscription. */
export function useWindowFocus(act: () => void): void {
  const returned = useEffectEvent(act);
  useEffect(() => {
    const onFocus = () => returned();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, []);
}
