import { useEffect, useRef } from 'react';

/** Whether the component is still on the screen: what comes later is told elsewhere. */
export function useIsShown(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return () => shown.current;
}
